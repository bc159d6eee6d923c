// The requests of exchanges recorded with a real server, sent to a onebox: it answers what the
// server answered.

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "onebox_fixture.h"
#include "unit/wire/json_writer.h"

namespace bridle::internal::onebox {
namespace {

using nlohmann::json;

// What differs from the recording for a reason, by name of the exchange; "*" stands for any.
const std::map<std::string, std::string> kOtherFields = {
    {"*", "server decree partitions[].hp_* infos[].hp_node"},
    {"apps.all", "infos[].init_partition_count"},        // of a table made by another tool
    {"apps.available", "infos[].init_partition_count"},  // likewise
    {"apps.match.all", "infos[].init_partition_count"},  // likewise
    {"cluster_info", "values"},                          // there is no ZooKeeper
    {"cluster_info.v0", "values"},
};

// What would need calls that a onebox does not have.
const std::set<std::string> kNeedsOtherCalls = {
    "create.freezed",    // CONTROL_META
    "apps.env_shown",    // UPDATE_APP_ENV
    "apps.dropped.one",  // RENAME_APP, and drops that were not recorded
    "frame.http",        // the server has an HTTP port as well
};

const std::set<std::string_view> kCalls = {
    rpc_names::kGet,         rpc_names::kTtl,         rpc_names::kPut,         rpc_names::kRemove,
    rpc_names::kQueryConfig, rpc_names::kCreateApp,   rpc_names::kDropApp,     rpc_names::kListApps,
    rpc_names::kListNodes,   rpc_names::kClusterInfo, rpc_names::kNegotiation,
};

struct Exchange {
  std::string name;
  std::string target;
  std::string outcome;
  std::string request;
  std::int32_t seq = 0;
  json fields;
  json varies;
};

// Two requests were not stored since they are large; one of them is a call that we have.
std::string builtRequest(const std::string& name) {
  if (name != "put.oversize") return "";
  return putFrame(wire::rawKey("hello", "big"), std::string(1'048'512, 'x'), 0,
                  {.app_id = 2, .partition = 3, .timeout_ms = 2000, .seq = 1527});
}

std::int32_t seqOf(const std::string& request) {
  const absl::StatusOr<wire::Request> decoded = wire::decodeRequest(request);
  return decoded.ok() ? decoded->seq : 0;
}

// Every exchange of these groups, of both files.
std::vector<Exchange> load(const std::set<std::string>& groups) {
  std::vector<Exchange> exchanges;
  for (const char* file_name : {"transcripts.jsonl", "transcripts_more.jsonl"}) {
    std::ifstream file(std::string(BRIDLE_TEST_DATA "/wire/") + file_name);
    std::string line;
    while (std::getline(file, line)) {
      const json entry = json::parse(line);
      const std::string name = entry.at("name");
      if (!groups.contains(name.substr(0, name.find('.')))) continue;
      const json& hex = entry.at("request_hex");
      const std::string request =
          hex.is_null() ? builtRequest(name) : absl::HexStringToBytes(hex.get<std::string>());
      exchanges.push_back({name, entry.at("target"), entry.at("outcome"), request, seqOf(request),
                           entry.at("fields"), entry.at("varies")});
    }
  }
  return exchanges;
}

// Removes the fields at a path such as "infos[].*_second"; "*" matches any beginning or end.
void forget(json& value, std::string_view path) {
  const std::size_t dot = path.find('.');
  std::string_view name = path.substr(0, dot);
  if (name.ends_with("[]")) {
    const std::string list(name.substr(0, name.size() - 2));
    if (!value.contains(list)) return;
    for (json& item : value[list]) forget(item, path.substr(dot + 1));
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

template <typename T>
json decoded(const std::string& result) {
  const absl::StatusOr<T> value = wire::decodeResult<T>(result);
  EXPECT_THAT(value, IsOk());
  return value.ok() ? wire::toJson(*value) : json();
}

json resultOf(const ReceivedReply& reply) {
  if (reply.result.empty()) return json();
  const std::string_view rpc = std::string_view(reply.ack).substr(0, reply.ack.size() - 4);
  if (rpc == rpc_names::kGet) return decoded<wire::read_response>(reply.result);
  if (rpc == rpc_names::kTtl) return decoded<wire::ttl_response>(reply.result);
  if (rpc == rpc_names::kPut || rpc == rpc_names::kRemove) {
    return decoded<wire::update_response>(reply.result);
  }
  if (rpc == rpc_names::kQueryConfig) return decoded<wire::query_cfg_response>(reply.result);
  if (rpc == rpc_names::kCreateApp) {
    return decoded<wire::configuration_create_app_response>(reply.result);
  }
  if (rpc == rpc_names::kDropApp)
    return decoded<wire::configuration_drop_app_response>(reply.result);
  if (rpc == rpc_names::kListApps) {
    return decoded<wire::configuration_list_apps_response>(reply.result);
  }
  if (rpc == rpc_names::kListNodes) {
    return decoded<wire::configuration_list_nodes_response>(reply.result);
  }
  if (rpc == rpc_names::kClusterInfo) {
    return decoded<wire::configuration_cluster_info_response>(reply.result);
  }
  return decoded<wire::negotiation_response>(reply.result);
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
    auto cluster = Cluster::start(network_.host(0x7f000001), options_);
    ASSERT_THAT(cluster, IsOk());
    cluster_ = *std::move(cluster);
  }

  // "golden" with this app id, and with the record that most requests ask for.
  void createGolden(int app_id) {
    for (int id = 1; id < app_id; ++id) {
      EXPECT_EQ(cluster_->createTable({.name = "other", .partitions = 1}).value_or(0), id);
      EXPECT_THAT(cluster_->dropTable("other"), IsOk());
    }
    EXPECT_EQ(cluster_->createTable({.name = "golden", .partitions = 4}).value_or(0), app_id);
    const int primary = *cluster_->partition("golden", 3)->config().primary;
    RawClient client(network_, options_.replicas[static_cast<std::size_t>(primary)]);
    client.call(
        putFrame(wire::rawKey("hello", "world"), "v1", 0, {.app_id = app_id, .partition = 3}));
  }

  // Where the recording sent it: requests to data are for partition 3 of "golden" unless they say
  // otherwise.
  Endpoint serverFor(const Exchange& exchange) {
    if (exchange.target == "meta") return options_.metas[0];
    if (exchange.target == "any replica server") return options_.replicas[0];
    const absl::StatusOr<wire::Request> request = wire::decodeRequest(exchange.request);
    int partition = request.ok() ? request->header.partition_index : 0;
    if (partition < 0 || partition > 3) partition = 3;
    const PartitionConfig& config = cluster_->partition("golden", partition)->config();
    const int server = exchange.target == "primary" ? *config.primary : config.secondaries[0];
    return options_.replicas[static_cast<std::size_t>(server)];
  }

  // Sends it on a connection of its own, and compares.
  void replay(const Exchange& exchange) {
    SCOPED_TRACE(exchange.name);
    RawClient client(network_, serverFor(exchange));
    client.exchange(exchange.request);
    EXPECT_EQ(client.closed(), exchange.outcome == "closed");
    EXPECT_EQ(!client.replies.empty(), exchange.outcome == "reply");
    if (!client.replies.empty() && exchange.outcome == "reply") {
      compare(exchange, client.replies.front());
    }
  }

  void compare(const Exchange& exchange, const ReceivedReply& reply) {
    EXPECT_EQ(reply.error, exchange.fields.at("framework_error").get<std::string>());
    EXPECT_EQ(reply.ack, exchange.fields.at("ack").get<std::string>());
    EXPECT_EQ(reply.seq, exchange.fields.at("seq").get<std::int32_t>());
    json expected = exchange.fields.at("result");
    json actual = resultOf(reply);
    std::vector<std::string> paths = absl::StrSplit(kOtherFields.at("*"), ' ');
    for (const json& path : exchange.varies) paths.push_back(path);
    if (const auto more = kOtherFields.find(exchange.name); more != kOtherFields.end()) {
      paths.push_back(more->second);
    }
    for (const std::string& path : paths) {
      forget(expected, path);
      forget(actual, path);
    }
    EXPECT_EQ(actual, expected);
  }
};

bool callsOnlyWhatExists(const Exchange& exchange) {
  if (kNeedsOtherCalls.contains(exchange.name)) return false;
  const absl::StatusOr<wire::Request> request = wire::decodeRequest(exchange.request);
  const bool is_made_up = !request.ok() || !request->rpc.starts_with("RPC_") ||
                          request->rpc == "RPC_NO_SUCH" || request->rpc.starts_with("RPC_X");
  return is_made_up || kCalls.contains(request->rpc);
}

TEST_F(RecordedTest, AnswersAsTheServerDid) {
  std::vector<Exchange> exchanges =
      load({"cfg", "create", "apps", "nodes", "cluster_info", "negotiation", "meta", "replica",
            "drop", "get", "put", "remove", "ttl"});
  // One session, spread over two files.
  std::stable_sort(exchanges.begin(), exchanges.end(),
                   [](const Exchange& a, const Exchange& b) { return a.seq < b.seq; });
  ASSERT_THAT(cluster_->createTable({.name = "temp", .partitions = 8}), IsOk());
  int replayed = 0;
  for (const Exchange& exchange : exchanges) {
    if (!callsOnlyWhatExists(exchange)) continue;
    if (exchange.name == "drop.ok") {
      ASSERT_THAT(cluster_->createTable({.name = "renamed", .partitions = 2}), IsOk());
    }
    replay(exchange);
    ++replayed;
  }
  EXPECT_EQ(replayed, 120);
}

TEST_F(RecordedTest, OddFramesAreAnsweredOrRefusedAsByTheServer) {
  createGolden(2);
  int replayed = 0;
  for (const Exchange& exchange : load({"frame"})) {
    if (!callsOnlyWhatExists(exchange)) continue;
    replay(exchange);
    ++replayed;
  }
  EXPECT_EQ(replayed, 22);
}

// Some of these ended the process of the server.
TEST_F(RecordedTest, DangerousRequestsLeaveTheOneboxRunning) {
  int replayed = 0;
  for (const Exchange& exchange : load({"danger"})) {
    if (exchange.request.empty() || !callsOnlyWhatExists(exchange)) continue;
    SCOPED_TRACE(exchange.name);
    const absl::StatusOr<wire::Request> request = wire::decodeRequest(exchange.request);
    restart();
    createGolden(request.ok() ? std::max(1, request->header.app_id) : 1);
    if (exchange.outcome == "reply") {
      replay(exchange);
    } else {
      RawClient client(network_, serverFor(exchange));
      client.exchange(exchange.request);
      EXPECT_TRUE(client.closed() || client.replies.size() == 1);
    }
    RawClient after(network_, options_.metas[0]);
    EXPECT_EQ(after.call(queryFrame("golden")).error, "ERR_OK");
    ++replayed;
  }
  EXPECT_EQ(replayed, 18);
}

}  // namespace
}  // namespace bridle::internal::onebox
