#include <array>
#include <atomic>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/use_future.hpp>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <future>
#include <iostream>
#include <memory>
#include <thread>

#include "api_fixture.h"

// Calls that end otherwise than by an answer: cancelled, closed, on the wrong thread.
namespace bridle {
namespace {

namespace asio = boost::asio;

using namespace std::chrono_literals;

constexpr OneboxFault kSilence{.ignore = true};

// What hangs cannot be ended otherwise.
void endsSoon(const std::function<void()>& work) {
  std::promise<void> done;
  std::thread thread([&] {
    work();
    done.set_value();
  });
  if (done.get_future().wait_for(30s) != std::future_status::ready) {
    std::cerr << "a call does not come back\n";
    std::abort();
  }
  thread.join();
}

TEST_F(ApiTest, A14_ACancelledCallSaysSo) {
  Table table = open();
  addFault(kSilence);
  asio::cancellation_signal signal;
  std::promise<absl::Status> done;
  table.asyncSet({"k"}, "v", {.timeout_ms = 60'000},
                 asio::bind_cancellation_slot(signal.slot(), [&](absl::Status status) {
                   done.set_value(std::move(status));
                 }));
  signal.emit(asio::cancellation_type::total);
  const absl::Status status = done.get_future().get();
  EXPECT_THAT(status, FailsWith(StatusCode::kCancelled, HasSubstr("cancelled by the caller")));
  EXPECT_EQ(codeOf(status), ErrorCode::kCancelled);
}

TEST_F(ApiTest, CancellingAfterTheEndHasNoEffect) {
  Table table = open();
  asio::cancellation_signal signal;
  std::promise<void> done;
  std::atomic<int> calls = 0;
  table.asyncGet({"k"}, asio::bind_cancellation_slot(signal.slot(), [&](const Value&) {
                   ++calls;
                   done.set_value();
                 }));
  done.get_future().get();
  signal.emit(asio::cancellation_type::terminal);
  EXPECT_THAT(table.get({"k"}), IsOk());
  EXPECT_EQ(calls, 1);
}

TEST_F(ApiTest, CloseEndsEachRunningCallOnce) {
  Table table = open();
  addFault(kSilence);
  constexpr std::size_t kCalls = 1000;
  std::array<std::atomic<int>, kCalls> ends{};
  std::atomic<int> closed = 0;
  for (std::size_t i = 0; i < kCalls; ++i) {
    table.asyncGet({std::to_string(i)}, {.timeout_ms = 60'000}, [&, i](const Value& value) {
      ++ends[i];
      if (codeOf(value.status()) == ErrorCode::kClosed) ++closed;
    });
  }
  client_->close();
  EXPECT_EQ(closed, kCalls);
  for (const auto& end : ends) EXPECT_EQ(end, 1);
}

TEST_F(ApiTest, A10_AfterCloseEveryOperationSaysThatTheClientIsClosed) {
  Table table = open();
  client_->close();
  client_->close();
  const auto isClosed = [](const absl::Status& status) {
    EXPECT_THAT(status,
                FailsWith(StatusCode::kFailedPrecondition, HasSubstr("the client is closed")));
    EXPECT_EQ(codeOf(status), ErrorCode::kClosed);
  };
  isClosed(table.get({"k"}).status());
  isClosed(table.set({"k"}, "v"));
  isClosed(table.del({"k"}));
  isClosed(table.exist({"k"}).status());
  isClosed(table.ttl({"k"}).status());
  isClosed(table.asyncGet({"k"}, asio::use_future).get().status());
  isClosed(table.asyncSet({"k"}, "v", asio::use_future).get());
  isClosed(client_->openTable("t").status());
}

TEST_F(ApiTest, AfterCloseAScannerGivesNoRowThatItStillHas) {
  Table table = open();
  ASSERT_THAT(table.multiSet("h", {{"1", "v"}, {"2", "v"}}), IsOk());
  Scanner scanner = *table.scan("h");
  ASSERT_THAT(scanner.next(), IsOk());
  client_->close();
  EXPECT_EQ(codeOf(scanner.next().status()), ErrorCode::kClosed);
  EXPECT_EQ(codeOf(scanner.nextPage().status()), ErrorCode::kClosed);
  EXPECT_EQ(codeOf(scanner.asyncNext(asio::use_future).get().status()), ErrorCode::kClosed);
  EXPECT_EQ(codeOf(scanner.asyncNextPage(asio::use_future).get().status()), ErrorCode::kClosed);
  EXPECT_EQ(codeOf(scanner.asyncCount(asio::use_future).get().status()), ErrorCode::kClosed);
}

TEST_F(ApiTest, TheInfoOfACallThatIsRefusedIsEmpty) {
  Table table = open();
  client_->close();
  const auto told = [](const auto& call) {
    CallInfo info{.tries = 7};
    EXPECT_FALSE(call(&info));
    return info;
  };
  EXPECT_EQ(told([&](CallInfo* info) { return table.get({"k"}, {.info = info}).ok(); }),
            CallInfo());
  EXPECT_EQ(told([&](CallInfo* info) { return table.delRange("h", {}, {.info = info}).ok(); }),
            CallInfo());
  EXPECT_EQ(told([&](CallInfo* info) {
              return table.batchSet({{{"k"}, "v"}}, {.info = info}).front().ok();
            }),
            CallInfo());
}

TEST_F(ApiTest, ATableOutlivesItsClient) {
  Table table = open();
  client_.reset();
  EXPECT_THAT(table.get({"k"}).status(),
              FailsWith(StatusCode::kFailedPrecondition, HasSubstr("closed")));
  EXPECT_EQ(table.name(), "t");
}

TEST_F(ApiTest, AClientMayBeClosedInAHandler) {
  Table table = open();
  std::promise<void> done;
  table.asyncGet({"k"}, [&](const Value&) {
    client_->close();
    done.set_value();
  });
  done.get_future().get();
  EXPECT_EQ(codeOf(table.get({"k"}).status()), ErrorCode::kClosed);
}

TEST_F(ApiTest, BlockingCallsInAHandlerThatTheClosingCallsFailAtOnce) {
  Table table = open();
  ASSERT_THAT(table.multiSet("h", {{"1", "v"}, {"2", "v"}}), IsOk());
  Scanner scanner = *table.scan("h");
  ASSERT_THAT(scanner.next(), IsOk());
  RangePages pages = *table.rangePages("h");
  Admin admin = client_->admin();
  addFault(kSilence);
  std::vector<ErrorCode> codes;
  table.asyncGet({"k"}, {.timeout_ms = 60'000}, [&](const Value& value) {
    codes = {codeOf(value.status()),
             codeOf(table.get({"k"}).status()),
             codeOf(table.batchGet({{"k"}}).front().status()),
             codeOf(table.delRange("h", {}).status()),
             codeOf(pages.next().status()),
             codeOf(scanner.next().status()),
             codeOf(scanner.count().status()),
             codeOf(admin.listNodes().status()),
             codeOf(client_->openTable("t").status())};
    client_->close();
  });
  endsSoon([this] { client_->close(); });
  EXPECT_THAT(codes, AllOf(SizeIs(9), Each(ErrorCode::kClosed)));
}

TEST_F(ApiTest, AHandlerMayCloseAgainWhileItsThreadIsWaitedFor) {
  Table table = open();
  std::promise<void> closed;
  table.asyncGet({"k"}, [&](const Value&) {
    client_->close();
    closed.set_value();
    std::this_thread::sleep_for(100ms);
    client_->close();
  });
  closed.get_future().get();
  endsSoon([this] { client_->close(); });
}

TEST_F(ApiTest, AHandlerThatAlwaysStartsTheNextCallDoesNotKeepCloseWaiting) {
  Table table = open();
  std::atomic<bool> stop = false;
  std::promise<void> stopped;
  std::function<void()> next = [&] {
    table.asyncGet({"k"}, [&](const Value&) { stop ? stopped.set_value() : next(); });
  };
  next();
  client_->close();
  stop = true;
  stopped.get_future().get();
}

TEST_F(ApiTest, WhoClosesSecondWaitsForTheFirst) {
  for (int round = 0; round < 20; ++round) {
    connect({.event_loops = 2});
    Table table = open();
    auto running = std::make_shared<std::atomic<bool>>(true);
    for (int i = 0; i < 10; ++i) {
      table.asyncGet(
          {"k"}, [running](const Value&) { EXPECT_TRUE(*running) << "a handler after close()"; });
    }
    std::thread other([&] { client_->close(); });
    client_->close();
    *running = false;
    other.join();
  }
}

TEST_F(ApiTest, StatisticsOutliveTheClosing) {
  Table table = open();
  ASSERT_THAT(table.get({"k"}), IsOk());
  client_->close();
  EXPECT_EQ(client_->stats().tables["t"].reads, 1U);
}

TEST_F(ApiTest, A71_CallsInFlightAtTheEndOfTheClientAreNoCrash) {
  for (int i = 0; i < 50; ++i) {
    auto client = Client::connect({.meta_servers = onebox_->metaServers()});
    ASSERT_THAT(client, IsOk());
    auto table = client->openTable("t");
    ASSERT_THAT(table, IsOk());
    for (int k = 0; k < 20; ++k) table->asyncGet({std::to_string(k)}, [](const Value&) {});
  }
}

TEST_F(ApiTest, CallsRaceWithClose) {
  for (int round = 0; round < 20; ++round) {
    connect({.event_loops = 2});
    Table table = open();
    std::atomic<bool> stop = false;
    std::vector<std::thread> callers;
    for (int i = 0; i < 3; ++i) {
      callers.emplace_back([&] {
        while (!stop) (void)table.get({"k"});
      });
    }
    std::this_thread::yield();
    client_->close();
    EXPECT_EQ(codeOf(table.get({"k"}).status()), ErrorCode::kClosed);
    stop = true;
    for (std::thread& caller : callers) caller.join();  // none of them waits for ever
  }
}

TEST_F(ApiTest, A02_ABlockingCallOnAThreadOfTheClientIsRefused) {
  Table table = open();
  std::promise<std::pair<absl::Status, absl::Status>> done;
  table.asyncGet({"k"}, [&](const Value&) {
    done.set_value({table.get({"k"}).status(), client_->openTable("t").status()});
  });
  const auto [get, open_table] = done.get_future().get();
  EXPECT_THAT(
      get,
      FailsWith(StatusCode::kFailedPrecondition,
                HasSubstr("get on table \"t\" failed: a blocking call on a thread of the client")));
  EXPECT_EQ(codeOf(get), ErrorCode::kWrongThread);
  EXPECT_EQ(codeOf(open_table), ErrorCode::kWrongThread);
}

}  // namespace
}  // namespace bridle
