#pragma once

// The requests of exchanges recorded with a real server, sent to a onebox, and what its answers are
// compared with.

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "absl/strings/escaping.h"
#include "onebox_fixture.h"
#include "unit/wire/calls.h"
#include "unit/wire/json_writer.h"

namespace bridle::internal::onebox {

using nlohmann::json;

// Fields that differ from the recording, and why. "*" stands for any exchange.
struct Difference {
  std::string_view exchange;
  std::string_view fields;
  std::string_view reason;
};
inline constexpr Difference kDifferences[] = {
    {"*", "server", "the real servers name themselves \"localhost\", ours by address"},
    {"*", "decree", "empty mutations of the real servers use up decrees as well"},
    {"*", "partitions[].hp_*", "host names go to native clients only"},
    {"*", "infos[].hp_node", "host names go to native clients only"},
    {"apps.all", "infos[].init_partition_count", "of a table made by another tool"},
    {"apps.available", "infos[].init_partition_count", "of a table made by another tool"},
    {"apps.match.all", "infos[].init_partition_count", "of a table made by another tool"},
    {"cluster_info", "values", "there is no ZooKeeper"},
    {"cluster_info.v0", "values", "there is no ZooKeeper"},
    {"scan.range.empty_eq", "context_id", "0 would lead clients into a loop: we answer -1"},
    {"scan.range.empty_gt", "context_id", "0 would lead clients into a loop: we answer -1"},
    {"scan.full.secondary.backup", "kvs", "the real secondary had not got the last write yet"},
    {"danger.control.bad", "err", "the real server takes a level that it ends of: we refuse it"},
};

struct Exchange {
  std::string name;
  std::string target;
  std::string outcome;
  std::string request;
  std::int32_t seq = 0;
  json fields;
  std::vector<std::string> varies = {};  // paths in the result
};

inline wire::Request decodedRequest(const std::string& frame) {
  const absl::StatusOr<wire::Request> decoded = wire::decodeRequest(frame);
  return decoded.ok() ? *decoded : wire::Request{};
}

// Two requests were not stored since they are large.
inline std::string builtRequest(const std::string& name) {
  if (name == "put.oversize") {
    return putFrame(wire::rawKey("hello", "big"), std::string(1'048'512, 'x'), 0,
                    {.app_id = 2, .partition = 3, .timeout_ms = 2000, .seq = 1527});
  }
  wire::multi_get_request request;
  request.hash_key.bytes = std::string(65'535, 'h');
  return structFrame(rpc_names::kMultiGet, request, {.app_id = 15, .partition = 2});
}

inline Exchange exchangeOf(const json& entry) {
  const json& hex = entry.at("request_hex");
  Exchange exchange{
      .name = entry.at("name"),
      .target = entry.at("target"),
      .outcome = entry.at("outcome"),
      .request = hex.is_null() ? builtRequest(entry.at("name"))
                               : absl::HexStringToBytes(hex.get<std::string>()),
      .fields = entry.at("fields"),
  };
  exchange.seq = decodedRequest(exchange.request).seq;
  for (const json& path : entry.at("varies")) {
    const std::string text = path;  // some have a remark behind them
    exchange.varies.push_back(text.substr(0, text.find(' ')));
  }
  return exchange;
}

// Every exchange of these groups: one session, spread over two files, in the order in which it was
// recorded.
inline std::vector<Exchange> load(const std::set<std::string>& groups) {
  std::vector<Exchange> exchanges;
  for (const char* file_name : {"transcripts.jsonl", "transcripts_more.jsonl"}) {
    std::ifstream file(std::string(BRIDLE_TEST_DATA "/wire/") + file_name);
    std::string line;
    while (std::getline(file, line)) {
      const json entry = json::parse(line);
      const std::string name = entry.at("name");
      if (groups.contains(name.substr(0, name.find('.')))) exchanges.push_back(exchangeOf(entry));
    }
  }
  std::stable_sort(exchanges.begin(), exchanges.end(),
                   [](const Exchange& a, const Exchange& b) { return a.seq < b.seq; });
  return exchanges;
}

// Removes the fields at a path such as "infos[].*_second"; "*" matches any beginning or end.
inline void forget(json& value, std::string_view path) {
  const std::size_t dot = path.find('.');
  std::string_view name = path.substr(0, dot);
  if (name.ends_with("[]")) {
    const std::string list(name.substr(0, name.size() - 2));
    if (!value.contains(list)) return;
    for (json& item : value[list]) forget(item, path.substr(dot + 1));
    return;
  }
  if (dot != path.npos) {
    if (value.contains(name)) forget(value[std::string(name)], path.substr(dot + 1));
    return;
  }
  std::vector<std::string> gone;
  for (const auto& [key, unused] : value.items()) {
    const std::string_view view = key;
    const bool matches = name.starts_with('*') ? view.ends_with(name.substr(1))
                         : name.ends_with('*') ? view.starts_with(name.substr(0, name.size() - 1))
                                               : view == name;
    if (matches) gone.push_back(key);
  }
  for (const std::string& key : gone) value.erase(key);
}

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

// How the ids of scan contexts compare: one is as good as any other.
inline std::string contextKind(const json& result) {
  const std::int64_t id = result.at("context_id");
  return id == -1 ? "end" : id == 0 ? "none" : "context";
}

// What stays the same whatever the ids, decrees and times are.
inline void keepWhatIsFixed(json& result) {
  if (!result.is_object()) return;
  if (result.contains("context_id")) result["context"] = contextKind(result);
  if (result.contains("decree")) result["has_decree"] = result["decree"] != -1;
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
    EXPECT_EQ(client.closed(), exchange.outcome == "closed");
    EXPECT_EQ(!client.replies.empty(), exchange.outcome == "reply");
    if (client.replies.empty() || exchange.outcome != "reply") return json::object();
    return compare(exchange, client.replies.front());
  }

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

  // Our result.
  json compare(const Exchange& exchange, const ReceivedReply& reply) {
    EXPECT_EQ(reply.error, exchange.fields.at("framework_error").get<std::string>());
    EXPECT_EQ(reply.ack, exchange.fields.at("ack").get<std::string>());
    EXPECT_EQ(reply.seq, exchange.fields.at("seq").get<std::int32_t>());
    const json result = resultOf(reply);
    json expected = exchange.fields.at("result");
    json actual = result;
    for (json* const side : {&expected, &actual}) {
      keepWhatIsFixed(*side);
      for (const std::string& path : exchange.varies) forget(*side, path);
      for (const Difference& difference : kDifferences) {
        if (difference.exchange != "*" && difference.exchange != exchange.name) continue;
        forget(*side, difference.fields);
        if (difference.fields == "context_id") forget(*side, "context");
      }
    }
    EXPECT_EQ(actual, expected);
    return result;
  }

  std::map<int, std::string> tables_;
  int last_app_id_ = 0;
};

}  // namespace bridle::internal::onebox
