#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_allocator.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>
#include <future>
#include <thread>

#include "api_fixture.h"

namespace bridle {
namespace {

namespace asio = boost::asio;

TEST_F(ApiTest, ACallbackRunsOnTheClientsLoop) {
  Table table = open();
  std::promise<std::pair<absl::Status, std::thread::id>> done;
  table.asyncSet({"k"}, "v", [&](absl::Status status) {
    done.set_value({std::move(status), std::this_thread::get_id()});
  });
  const auto [status, thread] = done.get_future().get();
  EXPECT_THAT(status, IsOk());
  EXPECT_NE(thread, std::this_thread::get_id());
}

TEST_F(ApiTest, EveryOperationTakesAFuture) {
  Table table = open();
  EXPECT_THAT(table.asyncSet({"k"}, "v", {.ttl_seconds = 100}, asio::use_future).get(), IsOk());
  EXPECT_THAT(*table.asyncGet({"k"}, asio::use_future).get(), Optional(std::string("v")));
  EXPECT_THAT(*table.asyncExist({"k"}, {.timeout_ms = 900}, asio::use_future).get(), true);
  EXPECT_THAT((**table.asyncTtl({"k"}, asio::use_future).get()).expires(), true);
  EXPECT_THAT(table.asyncDel({"k"}, asio::use_future).get(), IsOk());
  EXPECT_THAT(*table.asyncExist({"k"}, asio::use_future).get(), false);
  EXPECT_THAT(client_->asyncOpenTable("t", {}, asio::use_future).get(), IsOk());
}

TEST_F(ApiTest, TheOptionsOfAnAsynchronousOperationMayBeLeftOut) {
  Table table = open();
  ASSERT_THAT(table.set({"h", "s"}, "v"), IsOk());
  EXPECT_THAT(table.asyncMultiGetRange("h", asio::use_future).get()->entries, SizeIs(1));
  EXPECT_THAT(client_->asyncOpenTable("t", asio::use_future).get(), IsOk());

  constexpr auto kFuture = asio::use_future;
  Admin admin = client_->admin();
  const absl::StatusOr<int> id = admin.asyncCreateTable("made", kFuture).get();
  ASSERT_THAT(id, IsOk());
  EXPECT_THAT(admin.asyncListTables(kFuture).get(), IsOk());
  EXPECT_THAT(*admin.asyncListNodes(kFuture).get(), SizeIs(3));
  EXPECT_THAT(admin.asyncClusterInfo(kFuture).get(), IsOk());
  EXPECT_THAT(admin.asyncPartitions("made", kFuture).get()->partitions, SizeIs(8));
  EXPECT_THAT(admin.asyncSetTableEnvs("made", {{"default_ttl", "9"}}, kFuture).get(), IsOk());
  EXPECT_THAT(*admin.asyncTableEnvs("made", kFuture).get(), SizeIs(1));
  EXPECT_THAT(admin.asyncDeleteTableEnvs("made", {"default_ttl"}, kFuture).get(), IsOk());
  EXPECT_THAT(admin.asyncClearTableEnvs("made", "p", kFuture).get(), IsOk());
  EXPECT_THAT(admin.asyncClearTableEnvs("made", kFuture).get(), IsOk());
  EXPECT_THAT(admin.asyncDropTable("made", kFuture).get(), IsOk());
  EXPECT_THAT(admin.asyncRecallTable(*id, kFuture).get(), IsOk());
  EXPECT_THAT(admin.asyncRenameTable("made", "named", kFuture).get(), IsOk());
  EXPECT_THAT(admin.asyncQuerySplit("named", kFuture).get(), IsOk());
  EXPECT_EQ(codeOf(admin.asyncStartSplit("named", 17, kFuture).get()), ErrorCode::kRefused);
  EXPECT_EQ(codeOf(admin.asyncPauseSplit("named", kFuture).get()), ErrorCode::kRefused);
  EXPECT_EQ(codeOf(admin.asyncRestartSplit("named", kFuture).get()), ErrorCode::kRefused);
  EXPECT_EQ(codeOf(admin.asyncCancelSplit("named", 8, kFuture).get()), ErrorCode::kRefused);
}

TEST_F(ApiTest, AHandlerRunsOnItsOwnExecutor) {
  Table table = open();
  asio::io_context io;
  std::thread::id where;
  table.asyncGet(
      {"k"}, asio::bind_executor(io, [&](const Value&) { where = std::this_thread::get_id(); }));
  io.run();  // has work until the handler has run
  EXPECT_EQ(where, std::this_thread::get_id());
}

asio::awaitable<std::string> writeAndRead(Table table) {
  const absl::Status written = co_await table.asyncSet({"k"}, "by a coroutine");
  if (!written.ok()) co_return written.ToString();
  const Value value = co_await table.asyncGet({"k"});
  const auto ttl = co_await table.asyncTtl({"k"}, asio::use_awaitable);
  if (!value.ok() || !value->has_value() || !ttl.ok()) co_return "failed";
  co_return **value;
}

TEST_F(ApiTest, ACoroutineAwaitsOperations) {
  asio::io_context io;
  std::future<std::string> result = asio::co_spawn(io, writeAndRead(open()), asio::use_future);
  io.run();
  EXPECT_EQ(result.get(), "by a coroutine");
}

TEST_F(ApiTest, AClientRunsOnALoopOfTheApplication) {
  asio::io_context io(1);
  auto client = Client::connect({.meta_servers = onebox_->metaServers()}, io.get_executor());
  ASSERT_THAT(client, IsOk());
  std::string result;
  std::thread::id where;
  client->asyncOpenTable("t", {}, [&](absl::StatusOr<Table> table) {
    ASSERT_THAT(table, IsOk());
    asio::co_spawn(io, writeAndRead(*table), [&](std::exception_ptr, std::string text) {
      result = std::move(text);
      where = std::this_thread::get_id();
      client->close();
    });
  });
  io.run();
  EXPECT_EQ(result, "by a coroutine");
  EXPECT_EQ(where, std::this_thread::get_id());
}

TEST_F(ApiTest, ATableOutlivesTheLoopOfTheApplicationThatItsClientRanOn) {
  auto io = std::make_unique<asio::io_context>(1);
  auto client = Client::connect({.meta_servers = onebox_->metaServers()}, io->get_executor());
  ASSERT_THAT(client, IsOk());
  auto opening = client->asyncOpenTable("t", {}, asio::use_future);
  while (opening.wait_for(std::chrono::seconds(0)) != std::future_status::ready) io->run_one();
  Table table = *opening.get();
  Scanner scanner = *table.scan("h");
  client->close();
  io.reset();
  EXPECT_EQ(codeOf(table.asyncSet({"k"}, "v", asio::use_future).get()), ErrorCode::kClosed);
  EXPECT_EQ(codeOf(table.asyncSet({}, "v", {.timeout_ms = -1}, asio::use_future).get()),
            ErrorCode::kInvalidArgument);
  EXPECT_EQ(codeOf(table.asyncBatchDel({{"k"}}, asio::use_future).get()[0]), ErrorCode::kClosed);
  EXPECT_EQ(codeOf(scanner.asyncNext(asio::use_future).get().status()), ErrorCode::kClosed);
  EXPECT_EQ(codeOf(client->admin().asyncListNodes(asio::use_future).get().status()),
            ErrorCode::kClosed);
}

// Counts what an operation takes and gives back.
template <typename T>
struct CountingAllocator {
  using value_type = T;
  explicit CountingAllocator(int& live) : live_(&live) {}
  template <typename U>
  explicit CountingAllocator(const CountingAllocator<U>& other) : live_(other.live_) {}
  T* allocate(std::size_t n) {
    ++*live_;
    return std::allocator<T>().allocate(n);
  }
  void deallocate(T* p, std::size_t n) {
    --*live_;
    std::allocator<T>().deallocate(p, n);
  }
  bool operator==(const CountingAllocator&) const = default;
  int* live_;
};

TEST_F(ApiTest, TheBlockOfACallIsReleasedBeforeItsHandlerRuns) {
  Table table = open();
  int live = 0;
  std::promise<int> at_handler;
  table.asyncGet({"k"}, asio::bind_allocator(CountingAllocator<char>(live),
                                             [&](const Value&) { at_handler.set_value(live); }));
  EXPECT_EQ(at_handler.get_future().get(), 0);
}

TEST_F(ApiTest, AHandlerMayStartTheNextCall) {
  Table table = open();
  std::promise<int> done;
  std::function<void(int)> next = [&](int left) {
    if (left == 0) return done.set_value(0);
    table.asyncSet({"k"}, std::to_string(left), [&next, left](const absl::Status& status) {
      ASSERT_THAT(status, IsOk());
      next(left - 1);
    });
  };
  next(1000);
  EXPECT_EQ(done.get_future().get(), 0);
  EXPECT_THAT(*table.get({"k"}), Optional(std::string("1")));
}

}  // namespace
}  // namespace bridle
