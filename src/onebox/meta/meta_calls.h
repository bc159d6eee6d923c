#pragma once

#include "onebox/cluster_state.h"
#include "wire/messages.h"

namespace bridle::internal::onebox {

// The calls of a leading meta server: request in, response out.
wire::query_cfg_response queryConfig(ClusterState& state, const wire::query_cfg_request& request);
wire::configuration_create_app_response createApp(
    ClusterState& state, const wire::configuration_create_app_request& request);
wire::configuration_drop_app_response dropApp(ClusterState& state,
                                              const wire::configuration_drop_app_request& request);
wire::configuration_list_apps_response listApps(
    ClusterState& state, const wire::configuration_list_apps_request& request);
wire::configuration_list_nodes_response listNodes(
    ClusterState& state, const wire::configuration_list_nodes_request& request);
wire::configuration_cluster_info_response clusterInfo(
    ClusterState& state, const wire::configuration_cluster_info_request& request);

// Adds to the refusal of a follower where the leader is.
template <typename Response>
void pointTo(const Endpoint&, Response&) {}
void pointTo(const Endpoint& leader, wire::query_cfg_response& response);

}  // namespace bridle::internal::onebox
