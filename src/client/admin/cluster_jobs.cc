// What there is: servers, the cluster, partitions.
#include <algorithm>
#include <utility>

#include "base/status.h"
#include "bridle/admin.h"
#include "client/admin/admin_job.h"
#include "wire/rpc_names.h"

namespace bridle {
namespace internal {
namespace {

std::string addressText(const wire::rpc_address& address) {
  const Endpoint endpoint = address;
  return endpoint.valid() ? endpoint.toString() : std::string();
}

absl::StatusOr<std::vector<NodeInfo>> readNodes(std::string_view title, std::string_view answer) {
  const auto response = readAnswer<wire::configuration_list_nodes_response>(title, answer);
  if (!response.ok()) return response.status();
  std::vector<NodeInfo> nodes;
  for (const wire::node_info& node : response->infos) {
    nodes.push_back(
        {.address = addressText(node.node),
         .host_port = node.__isset.hp_node ? HostPort(node.hp_node).toString() : std::string(),
         .alive = node.status == wire::node_status::NS_ALIVE});
  }
  return nodes;
}

absl::StatusOr<Admin::ClusterInfo> readClusterInfo(std::string_view title,
                                                   std::string_view answer) {
  const auto response = readAnswer<wire::configuration_cluster_info_response>(title, answer);
  if (!response.ok()) return response.status();
  Admin::ClusterInfo info;
  const std::size_t count = std::min(response->keys.size(), response->values.size());
  for (std::size_t i = 0; i < count; ++i) info[response->keys[i]] = response->values[i];
  return info;
}

PartitionInfo partitionInfoOf(const wire::partition_configuration& partition) {
  PartitionInfo info{.index = partition.pid.partition_index,
                     .ballot = partition.ballot,
                     .primary = addressText(partition.primary),
                     .secondaries = {},
                     .replicas = partition.max_replica_count,
                     .last_committed_decree = partition.last_committed_decree};
  for (const wire::rpc_address& secondary : partition.secondaries) {
    info.secondaries.push_back(addressText(secondary));
  }
  return info;
}

absl::StatusOr<TablePartitions> readPartitions(std::string_view title, std::string_view answer) {
  const auto response = readAnswer<wire::query_cfg_response>(title, answer);
  if (!response.ok()) return response.status();
  TablePartitions table{.app_id = response->app_id, .partitions = {}};
  for (const wire::partition_configuration& partition : response->partitions) {
    table.partitions.push_back(partitionInfoOf(partition));
  }
  std::sort(table.partitions.begin(), table.partitions.end(),
            [](const PartitionInfo& a, const PartitionInfo& b) { return a.index < b.index; });
  return table;
}

}  // namespace
}  // namespace internal

using detail::JobStart;
namespace rpc_names = internal::wire::rpc_names;
namespace wire = internal::wire;

JobStart Admin::listNodesJob(const AdminOptions& options) const {
  wire::configuration_list_nodes_request request;
  request.status = wire::node_status::NS_INVALID;  // all
  return internal::adminJob<absl::StatusOr<std::vector<NodeInfo>>>(
      client_,
      internal::questionOf("listNodes", rpc_names::kListNodes, request, options.timeout_ms),
      internal::readNodes);
}

JobStart Admin::clusterInfoJob(const AdminOptions& options) const {
  return internal::adminJob<absl::StatusOr<ClusterInfo>>(
      client_,
      internal::questionOf("clusterInfo", rpc_names::kClusterInfo,
                           wire::configuration_cluster_info_request(), options.timeout_ms),
      internal::readClusterInfo);
}

JobStart Admin::partitionsJob(std::string_view name, const AdminOptions& options) const {
  wire::query_cfg_request request;
  request.app_name = std::string(name);
  return internal::adminJob<absl::StatusOr<TablePartitions>>(
      client_,
      internal::questionOf(internal::titleOf("partitions", name), rpc_names::kQueryConfig, request,
                           options.timeout_ms),
      internal::readPartitions);
}

}  // namespace bridle
