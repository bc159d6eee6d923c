#include <string>
#include <vector>

#include "onebox/meta/meta_calls.h"

namespace bridle::internal::onebox {
namespace {

wire::host_port hostPort(const Endpoint& endpoint) {
  const std::string text = endpoint.toString();
  return wire::host_port(HostPort{text.substr(0, text.find(':')), endpoint.port});
}

std::vector<wire::host_port> hostPorts(const std::vector<wire::rpc_address>& addresses) {
  std::vector<wire::host_port> result;
  for (const wire::rpc_address& address : addresses) result.push_back(hostPort(address));
  return result;
}

}  // namespace

// A child that is not there yet has none of them, a partition without a primary has the lists.
void addHostPorts(wire::query_cfg_response& response) {
  for (wire::partition_configuration& partition : response.partitions) {
    if (partition.ballot < 0) continue;
    const Endpoint primary = partition.primary;
    if (primary.valid()) partition.__set_hp_primary(hostPort(primary));
    partition.__set_hp_secondaries(hostPorts(partition.secondaries));
    partition.__set_hp_last_drops(hostPorts(partition.last_drops));
  }
}

void addHostPorts(wire::configuration_list_nodes_response& response) {
  for (wire::node_info& info : response.infos) info.__set_hp_node(hostPort(info.node));
}

}  // namespace bridle::internal::onebox
