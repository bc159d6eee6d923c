#include <cmath>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "onebox/meta/meta_calls.h"

namespace bridle::internal::onebox {
namespace {

using wire::ServerError;

constexpr const char* kNoBalanceOperations =
    "{\n  \"copy_pri\": 0,\n  \"copy_sec\": 0,\n  \"move_pri\": 0,\n  \"total\": 0\n}";

struct ReplicaCounts {
  std::vector<double> primaries;  // by server
  std::vector<double> all;
};

ReplicaCounts countReplicas(const ClusterState& state) {
  const std::size_t servers = state.replicas.size();
  ReplicaCounts counts{std::vector<double>(servers), std::vector<double>(servers)};
  for (const auto& [id, table] : state.catalog.tables()) {
    if (table.dropped()) continue;
    for (const Partition& partition : table.partitions) {
      for (const int server : partition.config().secondaries) {
        ++counts.all[static_cast<std::size_t>(server)];
      }
      if (!partition.config().primary) continue;
      ++counts.primaries[static_cast<std::size_t>(*partition.config().primary)];
      ++counts.all[static_cast<std::size_t>(*partition.config().primary)];
    }
  }
  return counts;
}

std::string standardDeviation(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return absl::StrFormat("%.2f", std::sqrt(squares / count));
}

std::string_view levelName(std::int32_t level) {
  using Level = wire::meta_function_level;
  if (level == Level::fl_stopped) return "stopped";
  if (level == Level::fl_blind) return "blind";
  if (level == Level::fl_freezed) return "freezed";
  if (level == Level::fl_steady) return "steady";
  return "lively";
}

std::string joined(const std::vector<Endpoint>& endpoints) {
  return absl::StrJoin(endpoints, ",", [](std::string* out, const Endpoint& endpoint) {
    out->append(endpoint.toString());
  });
}

}  // namespace

wire::configuration_list_nodes_response listNodes(
    ClusterState& state, const wire::configuration_list_nodes_request& request) {
  wire::configuration_list_nodes_response response;
  response.err = ServerError::kOk;
  for (std::size_t server = 0; server < state.replicas.size(); ++server) {
    const bool alive = state.catalog.running(static_cast<int>(server));
    wire::node_info info;
    info.status = alive ? wire::node_status::NS_ALIVE : wire::node_status::NS_UNALIVE;
    info.node = state.replicas[server];
    if (request.status == wire::node_status::NS_INVALID || request.status == info.status) {
      response.infos.push_back(std::move(info));
    }
  }
  return response;
}

wire::configuration_cluster_info_response clusterInfo(
    ClusterState& state, const wire::configuration_cluster_info_request&) {
  const ReplicaCounts counts = countReplicas(state);
  const std::pair<const char*, std::string> entries[] = {
      {"meta_servers", joined(state.metas)},
      {"primary_meta_server", state.metas[static_cast<std::size_t>(*state.leader)].toString()},
      {"zookeeper_hosts", ""},
      {"zookeeper_root", ""},
      {"meta_function_level", std::string(levelName(state.meta_level))},
      {"balance_operation_count", kNoBalanceOperations},
      {"primary_replica_count_stddev", standardDeviation(counts.primaries)},
      {"total_replica_count_stddev", standardDeviation(counts.all)},
      {"cluster_name", "onebox"},
  };
  wire::configuration_cluster_info_response response;
  response.err = ServerError::kOk;
  for (const auto& [key, value] : entries) {
    response.keys.emplace_back(key);
    response.values.push_back(value);
  }
  return response;
}

}  // namespace bridle::internal::onebox
