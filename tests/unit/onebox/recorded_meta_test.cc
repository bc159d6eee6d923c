// Administration as it was recorded with a real server: a onebox that gets the same requests
// answers the same, and its replicas act upon the envs that were set.

#include <type_traits>

#include "recorded.h"
#include "unit/wire/calls.h"
#include "wire/message.h"

namespace bridle::internal::onebox {
namespace {

json resultAsJson(std::string_view rpc, std::string_view result) {
  json written;
  if (result.empty()) return written;
  wire::visitCall(rpc, [&](const auto& call) {
    using Result = typename std::decay_t<decltype(call)>::Result;
    if constexpr (!std::is_same_v<Result, wire::I64>) {
      const absl::StatusOr<Result> decoded = wire::decodeResult<Result>(result);
      EXPECT_THAT(decoded, IsOk()) << rpc;
      if (decoded.ok()) written = wire::toJson(*decoded);
    }
  });
  return written;
}

// A result that comes with an error is kept, though clients ignore it.
json frameAnswer(std::string_view frame) {
  wire::ByteReader in(frame);
  in.u32();
  const std::string error(in.text());
  const wire::Message message = wire::readMessage(in);
  return {{"outcome", "reply"},
          {"error", error},
          {"ack", message.name},
          {"seq", message.seq},
          {"result", resultAsJson(message.name.substr(0, message.name.size() - 4), in.rest())}};
}

class RecordedMetaTest : public RecordedTest {
 protected:
  void SetUp() override {
    RecordedTest::SetUp();
    for (const Exchange& exchange : load({"split", "env", "validate"})) {
      exchanges_.emplace(exchange.name, exchange);
    }
  }

  // Sends a recorded request and compares the answer, which has `time` to come.
  void replayAt(const Endpoint& server, const Exchange& exchange, Duration time = 10ms) {
    SCOPED_TRACE(exchange.name);
    RawClient& client = clientOf(server);
    client.take_replies = false;
    const std::size_t before = client.bytes().size();
    client.send(exchange.request);
    reactor_.runFor(time);
    const std::string answer = client.bytes().substr(before);
    EXPECT_FALSE(client.closed());
    compareToRecorded(
        exchange, answer.empty() ? json::object({{"outcome", "no_reply"}}) : frameAnswer(answer));
  }
  void replayAtMeta(const std::string& name) { replayAt(options_.metas[0], exchanges_.at(name)); }

  Endpoint serverOf(std::string_view table, int partition, bool secondary = false) {
    const PartitionConfig& config = cluster_->partition(table, partition)->config();
    return options_
        .replicas[static_cast<std::size_t>(secondary ? config.secondaries[0] : *config.primary)];
  }

  std::map<std::string, Exchange> exchanges_;
};

TEST_F(RecordedMetaTest, AnswersAsTheServerDid) {
  const std::set<std::string> groups = {"cfg",     "create", "apps",    "nodes", "cluster_info",
                                        "control", "env",    "rename",  "drop",  "recall",
                                        "mrc",     "ai",     "compact", "split"};
  ASSERT_THAT(cluster_->createTable({.name = "temp", .partitions = 8}), IsOk());
  int replayed = 0;
  for (const Exchange& exchange : load(groups)) {
    const bool in_session = exchange.seq > 1000 && exchange.seq < 2000;
    if (!in_session) continue;
    if (exchange.name == "apps.dropped.one") {  // drops that were not recorded
      for (const char* name : {"bad name!", "", "bad1"}) {
        wire::configuration_drop_app_request drop;
        drop.app_name = name;
        clientOf(options_.metas[0]).send(metaFrame(rpc_names::kDropApp, drop));
      }
      reactor_.runFor(10ms);
    }
    replayAt(options_.metas[0], exchange);
    ++replayed;
  }
  EXPECT_EQ(replayed, 110);
}

TEST_F(RecordedMetaTest, ASplitGoesAsItWentOnTheServer) {
  createTable(13, "spl", 4);
  const std::string key = wire::rawKey("s0", "k");  // of partition 0, later of partition 4
  clientOf(serverOf("spl", 0)).call(putFrame(key, "w601", 0, {.app_id = 13}));
  for (const char* name : {"split.start.ok", "split.cfg.started", "split.start.twice",
                           "split.start.16", "split.query.running", "split.drop",
                           "split.control.pause_bad", "split.control.cancel_bad"}) {
    replayAtMeta(name);
  }
  reactor_.runFor(3s);
  for (const char* name : {"split.cfg.done", "split.query.done", "split.apps"}) replayAtMeta(name);
  replayAt(serverOf("spl", 0), exchanges_.at("split.get.moved_old_gpid"));
  replayAt(serverOf("spl", 0), exchanges_.at("split.put.moved_old_gpid"));
  replayAt(serverOf("spl", 4), exchanges_.at("split.get.moved_new_gpid"));
}

TEST_F(RecordedMetaTest, ASplitIsPausedAndRestartedAsOnTheServer) {
  createTable(17, "spl2", 4);
  wire::start_partition_split_request start;
  start.app_name = "spl2";
  start.new_partition_count = 8;
  clientOf(options_.metas[0]).send(metaFrame(rpc_names::kStartPartitionSplit, start));
  reactor_.runFor(10ms);
  replayAtMeta("split.control.pause");
  reactor_.runFor(4s);
  replayAtMeta("split.query.paused");
  replayAtMeta("split.cfg.paused");
  replayAtMeta("split.control.restart_one");
  reactor_.runFor(3s);
  EXPECT_NE(cluster_->partition("spl2", 4), nullptr);
  EXPECT_EQ(cluster_->partition("spl2", 5), nullptr);
  replayAtMeta("split.cfg.partly");
  replayAtMeta("split.control.cancel_partly");
  replayAtMeta("split.control.restart_all");
  reactor_.runFor(3s);
  EXPECT_NE(cluster_->partition("spl2", 7), nullptr);
}

TEST_F(RecordedMetaTest, ASplitIsCanceledAsOnTheServer) {
  createTable(18, "spl3", 4);
  ASSERT_THAT(cluster_->splitTable("spl3"), IsOk());
  replayAtMeta("split.control.cancel");
  reactor_.runFor(4s);
  replayAtMeta("split.cfg.canceled");
}

// Requests to data were recorded with partition 1 of 2 of a table with app id 12.
class RecordedEnvTest : public RecordedMetaTest {
 protected:
  static constexpr int kAppId = 12;

  void create(const std::string& env, const std::string& value) {
    createTable(kAppId, "e", 2);
    clientOf(serverOf("e", 1)).call(putFrame(key_, "v", 0, options()));
    setEnv(env, value);
  }

  void setEnv(const std::string& env, const std::string& value) {
    wire::configuration_update_app_env_request set;
    set.app_name = "e";
    set.op = wire::app_env_operation::APP_ENV_OP_SET;
    set.__set_keys({env});
    set.__set_values({value});
    RawClient& meta = clientOf(options_.metas[0]);
    meta.take_replies = true;
    const auto response = meta.call(metaFrame(rpc_names::kUpdateAppEnv, set))
                              .as<wire::configuration_update_app_env_response>();
    EXPECT_EQ(response.err.name, "ERR_OK") << response.hint_message;
  }

  FrameOptions options(bool backup = false) const {
    return {.app_id = kAppId, .partition = 1, .hash = 0x454d61362c8a4ab3, .backup = backup};
  }

  void replayAtPrimary(const std::string& name, Duration time = 10ms) {
    replayAt(serverOf("e", 1), exchanges_.at(name), time);
  }
  void replayAtSecondary(const std::string& name, Duration time = 10ms) {
    replayAt(serverOf("e", 1, /*secondary=*/true), exchanges_.at(name), time);
  }

  // Uses up what the partition may do in this second.
  void send(int times, const std::string& frame, bool secondary = false) {
    RawClient& client = clientOf(serverOf("e", 1, secondary));
    client.take_replies = false;
    for (int i = 0; i < times; ++i) client.send(frame);
    reactor_.runFor(10ms);
  }

  const std::string key_ = wire::rawKey("e", "1");
};

TEST_F(RecordedEnvTest, DefaultTtl) {
  create("default_ttl", "1000");
  send(1, putFrame(key_, "v", 0, options()));
  replayAtPrimary("env.default_ttl.ttl");
}

TEST_F(RecordedEnvTest, DeniedRequests) {
  create("replica.deny_client_request", "reconfig*all");
  replayAtPrimary("env.deny.reconfig.get");
  replayAtPrimary("env.deny.reconfig.put");
  replayAtSecondary("env.deny.reconfig.backup");
  setEnv("replica.deny_client_request", "timeout*all");
  replayAtPrimary("env.deny.timeout.get", 3s);
  replayAtPrimary("env.deny.timeout.put", 3s);
  replayAtSecondary("env.deny.timeout.backup", 3s);
}

TEST_F(RecordedEnvTest, ThrottledReads) {
  create("replica.read_throttling", "2*reject*100");
  send(2, getFrame(key_, options()));
  replayAtPrimary("env.read_throttling.reject", 200ms);
}

TEST_F(RecordedEnvTest, ThrottledWrites) {
  create("replica.write_throttling", "2*reject*100");
  send(2, putFrame(key_, "v", 0, options()));
  replayAtPrimary("env.write_throttling.reject", 200ms);
}

TEST_F(RecordedEnvTest, ThrottledBackupReads) {
  create("replica.backup_request_throttling", "2*reject*50");
  send(2, getFrame(key_, options(/*backup=*/true)), /*secondary=*/true);
  replayAtSecondary("env.backup_throttling.reject", 200ms);
}

TEST_F(RecordedEnvTest, ReadsThrottledBySize) {
  create("replica.read_throttling_by_size", "1000");
  send(1, putFrame(key_, std::string(206, 'v'), 0, options()));
  send(3, getFrame(key_, options()));
  replayAtPrimary("env.read_throttling_by_size");
  replayAtPrimary("env.read_throttling_by_size.multi_get");
  replayAtPrimary("env.read_throttling_by_size.scan");
}

TEST_F(RecordedEnvTest, ValidatedHashes) {
  create("replica.split.validate_partition_hash", "true");
  for (const char* name :
       {"validate.get.wrong_hash", "validate.get.hash_same_partition", "validate.get.hash0",
        "validate.get.right", "validate.multi_put.wrong_hash"}) {
    replayAtPrimary(name);
  }
  replayAtSecondary("validate.backup.wrong_hash");
}

}  // namespace
}  // namespace bridle::internal::onebox
