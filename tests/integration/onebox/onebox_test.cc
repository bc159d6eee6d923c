// The public class over real loopback connections.

#include "bridle/onebox.h"

#include <fcntl.h>
#include <sys/resource.h>

#include <atomic>
#include <chrono>
#include <future>
#include <thread>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "support/status_matchers.h"
#include "tcp_client.h"
#include "unit/onebox/frames.h"

namespace bridle::internal::onebox {
namespace {

using namespace std::chrono_literals;
using absl::StatusCode;
using test::FailsWith;
using test::IsOk;
using testing::HasSubstr;
using testing::SizeIs;

const std::string kKey = wire::rawKey("user", "1");

std::string errorOf(const std::optional<std::string>& reply) {
  if (!reply) return "(closed)";
  const absl::StatusOr<wire::Reply> decoded = wire::decodeReply(*reply);
  return decoded.ok() ? std::string(decoded->error_name) : decoded.status().ToString();
}

template <typename T>
T resultOf(const std::optional<std::string>& reply) {
  EXPECT_EQ(errorOf(reply), "ERR_OK");
  if (!reply) return T();
  const absl::StatusOr<T> result = wire::decodeResult<T>(wire::decodeReply(*reply)->result);
  EXPECT_THAT(result, IsOk());
  return result.ok() ? *result : T();
}

class OneboxTest : public testing::Test {
 protected:
  void SetUp() override { start({.tables = {{"t", 4}}}); }

  void start(const OneboxOptions& options, OneboxNotice on_notice = {}) {
    onebox_.reset();
    auto started = Onebox::start(options, std::move(on_notice));
    ASSERT_THAT(started, IsOk());
    onebox_ = *std::move(started);
  }

  std::string server(int index) const {
    return onebox_->replicaServers().at(static_cast<std::size_t>(index));
  }

  // At the primary of partition 0, until it was moved.
  std::string putError() { return errorOf(TcpClient(server(0)).call(putFrame(kKey, "v"))); }
  std::string getError() { return errorOf(TcpClient(server(0)).call(getFrame(kKey))); }

  std::unique_ptr<Onebox> onebox_;
};

TEST_F(OneboxTest, ServesATableAtTheAddressesItTells) {
  TcpClient meta(onebox_->metaServers().front());
  const auto config = resultOf<wire::query_cfg_response>(meta.call(queryFrame("t")));
  ASSERT_THAT(config.partitions, SizeIs(4));
  EXPECT_THAT(onebox_->replicaServers(), SizeIs(3));
  EXPECT_EQ(config.partitions[0].primary.endpoint.toString(), server(0));

  TcpClient primary(server(0));
  EXPECT_EQ(resultOf<wire::update_response>(primary.call(putFrame(kKey, "v"))).server, server(0));
  EXPECT_EQ(resultOf<wire::read_response>(primary.call(getFrame(kKey))).value.bytes, "v");
  for (const int secondary : {1, 2}) {
    TcpClient client(server(secondary));
    const auto got = client.call(getFrame(kKey, {.backup = true}));
    EXPECT_EQ(resultOf<wire::read_response>(got).value.bytes, "v");
    EXPECT_EQ(errorOf(client.call(getFrame(kKey))), "ERR_INVALID_STATE");
  }
}

TEST_F(OneboxTest, ServesManyClientsAtOnce) {
  constexpr int kClients = 8;
  constexpr int kBatches = 50;
  constexpr int kBatch = 20;
  std::vector<std::thread> clients;
  for (int c = 0; c < kClients; ++c) {
    clients.emplace_back([this, c] {
      TcpClient client(server(0));
      const std::string key = wire::rawKey("client", std::to_string(c));
      for (int batch = 0; batch < kBatches; ++batch) {
        const std::string value = std::to_string(batch);
        EXPECT_EQ(errorOf(client.call(putFrame(key, value))), "ERR_OK");
        std::string gets;
        for (int i = 0; i < kBatch; ++i) gets += getFrame(key);
        client.send(gets);
        for (int i = 0; i < kBatch; ++i) {
          EXPECT_EQ(resultOf<wire::read_response>(client.receive()).value.bytes, value);
        }
      }
    });
  }
  for (std::thread& client : clients) client.join();
  const Onebox::Counts counts = onebox_->counts(0);
  EXPECT_EQ(counts.writes, std::uint64_t{kClients * kBatches});
  EXPECT_EQ(counts.reads, std::uint64_t{kClients * kBatches * kBatch});
}

TEST_F(OneboxTest, IsControlledFromAnyThreadWhileItServes) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([this, t] {
      const std::string name = "table" + std::to_string(t);
      for (int i = 0; i < 20; ++i) {
        EXPECT_THAT(onebox_->createTable(name, 2), IsOk());
        const absl::StatusOr<int> fault = onebox_->addFault({.table = name, .drop = true});
        EXPECT_THAT(fault, IsOk());
        EXPECT_EQ(getError(), "ERR_OK");
        onebox_->removeFault(fault.value_or(0));
        EXPECT_THAT(onebox_->dropTable(name), IsOk());
        onebox_->counts(t);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_F(OneboxTest, AStoppedServerBreaksItsConnectionsAndRefusesOthers) {
  TcpClient client(server(0));
  EXPECT_EQ(errorOf(client.call(putFrame(kKey, "v"))), "ERR_OK");
  EXPECT_THAT(onebox_->stopReplica(0), IsOk());
  EXPECT_EQ(client.receive(), std::nullopt);
  EXPECT_FALSE(TcpClient(server(0)).connected());

  TcpClient next(server(1));
  EXPECT_EQ(resultOf<wire::read_response>(next.call(getFrame(kKey))).value.bytes, "v");
  EXPECT_EQ(errorOf(next.call(putFrame(kKey, "meanwhile"))), "ERR_OK");

  EXPECT_THAT(onebox_->startReplica(0), IsOk());
  TcpClient back(server(0));
  const auto got = back.call(getFrame(kKey, {.backup = true}));
  EXPECT_EQ(resultOf<wire::read_response>(got).value.bytes, "meanwhile");
}

TEST_F(OneboxTest, AServerIsRestartedAHundredTimes) {
  for (int round = 0; round < 100; ++round) {
    TcpClient client(server(2));
    ASSERT_EQ(errorOf(client.call(getFrame(kKey, {.backup = true}))), "ERR_OK");
    ASSERT_THAT(onebox_->stopReplica(2), IsOk());
    ASSERT_THAT(onebox_->startReplica(2), IsOk());
  }
  EXPECT_EQ(putError(), "ERR_OK");
}

TEST_F(OneboxTest, TheNextMetaServerLeads) {
  start({.metas = 2, .tables = {{"t", 4}}});
  const std::string first = onebox_->metaServers().front();
  const std::string second = onebox_->metaServers().back();
  const auto err = [](const std::string& meta) {
    TcpClient client(meta);
    return resultOf<wire::query_cfg_response>(client.call(queryFrame("t"))).err.name;
  };
  EXPECT_EQ(err(second), "ERR_FORWARD_TO_OTHERS");
  EXPECT_THAT(onebox_->stopMeta(0), IsOk());
  EXPECT_EQ(err(second), "ERR_OK");
  EXPECT_FALSE(TcpClient(first).connected());
  EXPECT_THAT(onebox_->startMeta(0), IsOk());
  EXPECT_EQ(err(first), "ERR_FORWARD_TO_OTHERS");
}

TEST_F(OneboxTest, MovesAPrimary) {
  EXPECT_THAT(onebox_->movePrimary("t", 0), IsOk());
  EXPECT_EQ(putError(), "ERR_INVALID_STATE");
  EXPECT_EQ(errorOf(TcpClient(server(1)).call(putFrame(kKey, "v"))), "ERR_OK");
}

TEST_F(OneboxTest, FaultsComeAndGo) {
  const absl::StatusOr<int> busy = onebox_->addFault({.op = OneboxOp::kSet, .error = "ERR_BUSY"});
  ASSERT_THAT(busy, IsOk());
  EXPECT_EQ(putError(), "ERR_BUSY");
  EXPECT_EQ(getError(), "ERR_OK");
  onebox_->removeFault(*busy);
  EXPECT_EQ(putError(), "ERR_OK");

  ASSERT_THAT(onebox_->addFault({.close = true}), IsOk());
  EXPECT_EQ(getError(), "(closed)");
  onebox_->clearFaults();

  ASSERT_THAT(onebox_->addFault({.delay_min_ms = 50, .delay_max_ms = 50}), IsOk());
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(getError(), "ERR_OK");
  EXPECT_GE(std::chrono::steady_clock::now() - start, 50ms);
  EXPECT_THAT(onebox_->addFault({.error = "ERR_NONSENSE"}),
              FailsWith(StatusCode::kInvalidArgument, HasSubstr("ERR_NONSENSE")));
}

TEST_F(OneboxTest, A67_MayDropRequestsWithoutATimeout) {
  start({.tables = {{"t", 4}}, .drop_expired_requests = true});
  TcpClient client(server(0));
  client.send(getFrame(kKey, {.timeout_ms = 0, .seq = 1}));
  const auto reply = client.call(getFrame(kKey, {.timeout_ms = 1000, .seq = 2}));
  ASSERT_NE(reply, std::nullopt);
  EXPECT_EQ(wire::decodeReply(*reply)->seq, 2);
}

// The process may open one more file while this lives.
class OneFileLeft {
 public:
  OneFileLeft() {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    const int next = ::open("/dev/null", O_RDONLY);
    ::close(next);
    const rlimit one{static_cast<rlim_t>(next) + 1, before_.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &one);
  }
  ~OneFileLeft() { ::setrlimit(RLIMIT_NOFILE, &before_); }
  OneFileLeft(const OneFileLeft&) = delete;
  OneFileLeft& operator=(const OneFileLeft&) = delete;

 private:
  rlimit before_{};
};

TEST_F(OneboxTest, SaysThatItIsOutOfFileDescriptorsAndGoesOnWhenItIsNot) {
  std::promise<std::string> told;
  std::atomic<int> notices = 0;
  start({.tables = {{"t", 4}}}, [&](std::string_view line) {
    if (notices++ == 0) told.set_value(std::string(line));
  });
  std::future<std::string> notice = told.get_future();
  std::optional<OneFileLeft> left(std::in_place);
  TcpClient client(server(0));  // it takes the file, and connects to the system
  ASSERT_TRUE(client.send(getFrame(kKey)));
  ASSERT_EQ(notice.wait_for(10s), std::future_status::ready);
  std::this_thread::sleep_for(4 * limits::kAcceptPause);  // it tries again, but does not repeat it
  left.reset();
  EXPECT_NE(client.receive(), std::nullopt);
  EXPECT_EQ(notice.get(), "server " + server(0) +
                              " cannot accept connections: too many open files; they wait until it "
                              "can: close some, or allow more open files (ulimit -n)");
  EXPECT_EQ(notices, 1);
}

TEST_F(OneboxTest, EndsWithRequestsUnderWay) {
  ASSERT_THAT(onebox_->addFault({.delay_min_ms = 60'000, .delay_max_ms = 60'000}), IsOk());
  TcpClient client(server(0));
  client.send(getFrame(kKey));
  while (onebox_->counts(0).requests == 0) std::this_thread::yield();
  onebox_.reset();
  EXPECT_EQ(client.receive(), std::nullopt);
}

TEST_F(OneboxTest, PortsFollowEachOther) {
  const Endpoint free = *parseEndpoint(server(0));
  onebox_.reset();
  std::unique_ptr<Onebox> fixed;
  int port = free.port;
  for (; fixed == nullptr && port < free.port + 1000; port += 10) {
    auto started = Onebox::start({.replicas = 2, .metas = 2, .port = port});
    if (started.ok()) fixed = *std::move(started);
  }
  ASSERT_NE(fixed, nullptr);
  port -= 10;
  const auto at = [port](int offset) { return "127.0.0.1:" + std::to_string(port + offset); };
  EXPECT_THAT(fixed->metaServers(), testing::ElementsAre(at(0), at(1)));
  EXPECT_THAT(fixed->replicaServers(), testing::ElementsAre(at(2), at(3)));

  EXPECT_THAT(
      Onebox::start({.port = port}),
      FailsWith(StatusCode::kUnavailable, testing::AllOf(HasSubstr(at(0)), HasSubstr("in use"))));
  EXPECT_THAT(Onebox::start({.port = port - 3}),
              FailsWith(StatusCode::kUnavailable, HasSubstr("in use")));
}

TEST_F(OneboxTest, SaysWhichOptionIsOutOfRange) {
  const auto fails = [](const OneboxOptions& options, const char* why) {
    EXPECT_THAT(Onebox::start(options), FailsWith(StatusCode::kInvalidArgument, HasSubstr(why)));
  };
  fails({.replicas = 0}, "replicas is 0, but must be from 1 to 32");
  fails({.replicas = 33}, "replicas is 33");
  fails({.metas = 0}, "metas is 0, but must be from 1 to 8");
  fails({.port = -1}, "port is -1, but must be from 0 to 65532");
  fails({.port = 65'533}, "port is 65533, but must be from 0 to 65532");
  fails({.port = 1'000'000'000}, "port is 1000000000");
  fails({.tables = {{"t", 0}}}, "table \"t\" cannot have 0 partitions");
  fails({.tables = {{"t t", 1}}}, "bad table name \"t t\"");
}

TEST_F(OneboxTest, SaysWhatIsWrongWithATable) {
  EXPECT_THAT(onebox_->createTable("t", 1),
              FailsWith(StatusCode::kAlreadyExists, HasSubstr("\"t\" exists already")));
  EXPECT_THAT(onebox_->createTable("", 1),
              FailsWith(StatusCode::kInvalidArgument, HasSubstr("bad table name \"\"")));
  EXPECT_THAT(onebox_->dropTable("u"), FailsWith(StatusCode::kNotFound, HasSubstr("\"u\"")));
  EXPECT_THAT(onebox_->stopReplica(9),
              FailsWith(StatusCode::kInvalidArgument, HasSubstr("no replica server 9")));
  EXPECT_EQ(onebox_->counts(9).requests, 0U);
}

}  // namespace
}  // namespace bridle::internal::onebox
