#pragma once

// The requests of exchanges recorded with a real server, sent to a onebox, and what its answers are
// compared with.

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "onebox_fixture.h"
#include "recorded_comparison.h"
#include "unit/wire/calls.h"
#include "unit/wire/json_writer.h"

namespace bridle::internal::onebox {

inline json resultOf(const ReceivedReply& reply) {
  const std::string_view ack = reply.ack;
  json result;
  if (reply.result.empty()) return result;
  wire::visitCall(ack.substr(0, ack.size() - rpc_names::kAckSuffix.size()), [&](const auto& call) {
    using Result = typename std::decay_t<decltype(call)>::Result;
    if constexpr (!std::is_same_v<Result, wire::I64>) {  // of a call that is never answered
      result = wire::toJson(reply.as<Result>());
    }
  });
  return result;
}

class RecordedTest : public OneboxTest {
 protected:
  RecordedTest() {
    options_.metas = {*parseEndpoint("127.0.0.1:25601")};
    options_.replicas = {*parseEndpoint("127.0.0.1:25801"), *parseEndpoint("127.0.0.1:25802"),
                         *parseEndpoint("127.0.0.1:25803")};
  }

  void SetUp() override { restart(); }

  // With no table.
  void restart() {
    cluster_.reset();
    tables_.clear();
    decrees_.clear();
    last_app_id_ = 0;
    auto cluster = Cluster::start(network_.host(0x7f000001), options_);
    ASSERT_THAT(cluster, IsOk());
    cluster_ = *std::move(cluster);
  }

  // A table with this app id, which is larger than those before.
  void createTable(int app_id, const std::string& name, int partitions,
                   std::map<std::string, std::string> envs = {}, bool atomic_idempotent = false) {
    while (last_app_id_ + 1 < app_id) {
      create("other", 1, {}, false);
      EXPECT_THAT(cluster_->dropTable("other"), IsOk());
    }
    create(name, partitions, std::move(envs), atomic_idempotent);
    EXPECT_EQ(last_app_id_, app_id);
    tables_[app_id] = name;
  }

  // "golden" with this app id, and with the record that most requests ask for.
  void createGolden(int app_id) {
    createTable(app_id, "golden", 4);
    set(app_id, "hello", "world", "v1");
  }

  // A write that is not in the recording.
  void set(int app_id, std::string_view hash_key, std::string_view sort_key, std::string_view value,
           std::int32_t expire_ts = 0) {
    const std::string key = wire::rawKey(hash_key, sort_key);
    const int partition = partitionOf(app_id, hash_key);
    const auto reply = RawClient(network_, primaryOf(app_id, partition))
                           .call(putFrame(key, value, expire_ts,
                                          {.app_id = app_id,
                                           .partition = partition,
                                           .hash = wire::keyHash(hash_key, sort_key)}));
    EXPECT_EQ(reply.as<wire::update_response>().error, 0);
    decrees_.erase({app_id, partition});
  }

  int partitionOf(int app_id, std::string_view hash_key) {
    const int count = cluster_->partition(tables_.at(app_id), 2) == nullptr ? 2 : 4;
    return wire::partitionIndex(wire::keyHash(hash_key, ""), count);
  }

  Endpoint primaryOf(int app_id, int partition) {
    const int server = *cluster_->partition(tables_.at(app_id), partition)->config().primary;
    return options_.replicas[static_cast<std::size_t>(server)];
  }

  // Where the recording sent it: requests without a partition of theirs went to partition 3 of
  // "golden".
  Endpoint serverFor(const Exchange& exchange) {
    if (exchange.target == "meta") return options_.metas[0];
    if (exchange.target == "any replica server") return options_.replicas[0];
    const wire::RequestHeader header = decodedRequest(exchange.request).header;
    const Partition* partition = nullptr;
    if (const auto table = tables_.find(header.app_id); table != tables_.end()) {
      partition = cluster_->partition(table->second, header.partition_index);
    }
    if (partition == nullptr) partition = cluster_->partition("golden", 3);
    const PartitionConfig& config = partition->config();
    const int server = exchange.target == "primary" ? *config.primary : config.secondaries[0];
    return options_.replicas[static_cast<std::size_t>(server)];
  }

  // Sends it on a connection of its own, and compares. Gives our result.
  json replay(const Exchange& exchange) {
    SCOPED_TRACE(exchange.name);
    RawClient client(network_, serverFor(exchange));
    client.exchange(exchange.request);
    json answer = {{"outcome", client.closed() ? "closed" : "no_reply"}};
    if (!client.replies.empty()) answer = answerOf(client.replies.front());
    compareToRecorded(exchange, answer);
    const json result = answer.value("result", json::object());
    if (exchange.outcome == "reply") compareDecrees(exchange.fields.at("result"), result);
    return result;
  }

  // How many writes were found to follow each other as they did in the recording.
  int decrees_compared_ = 0;

 private:
  void create(const std::string& name, int partitions, std::map<std::string, std::string> envs,
              bool atomic_idempotent) {
    wire::configuration_create_app_request request;
    request.app_name = name;
    request.options.partition_count = partitions;
    request.options.replica_count = 3;
    request.options.app_type = "pegasus";
    request.options.is_stateful = true;
    request.options.envs = std::move(envs);
    request.options.__set_atomic_idempotent(atomic_idempotent);
    const auto reply = RawClient(network_, options_.metas[0])
                           .call(metaFrame(rpc_names::kCreateApp, request))
                           .as<wire::configuration_create_app_response>();
    EXPECT_EQ(reply.err.name, "ERR_OK") << name;
    last_app_id_ = reply.appid;
  }

  static json answerOf(const ReceivedReply& reply) {
    return {{"outcome", "reply"},
            {"error", reply.error},
            {"ack", reply.ack},
            {"seq", reply.seq},
            {"result", resultOf(reply)}};
  }

  // Empty mutations of the real servers use up decrees as well, so that there the next write may be
  // further away. Where it is the next one, it is so here.
  void compareDecrees(const json& recorded, const json& ours) {
    if (!ours.is_object() || ours.value("decree", 0) <= 0) return;
    const std::pair now(recorded.at("decree").get<int>(), ours.at("decree").get<int>());
    const auto [last, is_first] =
        decrees_.try_emplace({ours.at("app_id"), ours.at("partition_index")}, now);
    if (!is_first && now.first - last->second.first == 1) {
      EXPECT_EQ(now.second - last->second.second, 1);
      ++decrees_compared_;
    }
    last->second = now;
  }

  std::map<int, std::string> tables_;
  std::map<std::pair<int, int>, std::pair<int, int>> decrees_;  // the last recorded, and ours
  int last_app_id_ = 0;
};

}  // namespace bridle::internal::onebox
