#include <algorithm>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <vector>

#include "base/limits.h"
#include "onebox/meta/meta_calls.h"

namespace bridle::internal::onebox {
namespace {

using wire::ServerError;

std::vector<wire::rpc_address> addresses(const ClusterState& state,
                                         const std::vector<int>& servers) {
  std::vector<wire::rpc_address> result;
  for (const int server : servers) {
    result.emplace_back(state.replicas[static_cast<std::size_t>(server)]);
  }
  return result;
}

wire::partition_configuration describe(const ClusterState& state, const Table& table,
                                       std::int32_t index) {
  constexpr std::int64_t kNotThereYet = -1;
  wire::partition_configuration result;
  result.pid.app_id = table.id;
  result.pid.partition_index = index;
  result.ballot = kNotThereYet;
  const Partition* const partition = table.partition(index);
  if (partition == nullptr) return result;
  const PartitionConfig& config = partition->config();
  result.ballot = config.ballot;
  result.max_replica_count = table.spec.replicas;
  if (config.primary) result.primary = state.replicas[static_cast<std::size_t>(*config.primary)];
  result.secondaries = addresses(state, config.secondaries);
  result.last_drops = addresses(state, config.last_drops);
  return result;
}

// The partitions asked for, as often and in the order asked; all if none of them exists. Nobody
// needs more than there can be.
std::vector<std::int32_t> partitionsAsked(const std::vector<std::int32_t>& asked,
                                          std::int32_t count) {
  const auto size = std::min<std::ptrdiff_t>(std::ssize(asked), limits::kMaxPartitions);
  std::vector<std::int32_t> indices;
  std::copy_if(asked.begin(), asked.begin() + size, std::back_inserter(indices),
               [count](std::int32_t index) { return index >= 0 && index < count; });
  if (indices.empty()) {
    indices.resize(static_cast<std::size_t>(count));
    std::iota(indices.begin(), indices.end(), 0);
  }
  return indices;
}

}  // namespace

wire::query_cfg_response queryConfig(ClusterState& state, const wire::query_cfg_request& request) {
  wire::query_cfg_response response;
  const Table* const table = state.catalog.find(request.app_name);
  if (table == nullptr) {
    response.err = ServerError::kObjectNotFound;
    return response;
  }
  response.err = ServerError::kOk;
  response.app_id = table->id;
  response.partition_count = table->spec.partitions;
  response.is_stateful = true;
  for (const std::int32_t index :
       partitionsAsked(request.partition_indices, table->spec.partitions)) {
    response.partitions.push_back(describe(state, *table, index));
  }
  return response;
}

void pointTo(const Endpoint& leader, wire::query_cfg_response& response) {
  wire::partition_configuration& partition = response.partitions.emplace_back();
  partition.primary = leader;
}

}  // namespace bridle::internal::onebox
