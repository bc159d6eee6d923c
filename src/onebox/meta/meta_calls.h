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

wire::configuration_recall_app_response recallApp(
    ClusterState& state, const wire::configuration_recall_app_request& request);
wire::configuration_rename_app_response renameApp(
    ClusterState& state, const wire::configuration_rename_app_request& request);
wire::configuration_update_app_env_response updateAppEnv(
    ClusterState& state, const wire::configuration_update_app_env_request& request);
wire::configuration_meta_control_response controlMeta(
    ClusterState& state, const wire::configuration_meta_control_request& request);
wire::start_partition_split_response startSplit(ClusterState& state,
                                                const wire::start_partition_split_request& request);
wire::control_split_response controlSplit(ClusterState& state,
                                          const wire::control_split_request& request);
wire::query_split_response querySplit(ClusterState& state,
                                      const wire::query_split_request& request);
wire::configuration_get_max_replica_count_response getMaxReplicaCount(
    ClusterState& state, const wire::configuration_get_max_replica_count_request& request);
wire::configuration_set_max_replica_count_response setMaxReplicaCount(
    ClusterState& state, const wire::configuration_set_max_replica_count_request& request);
wire::configuration_get_atomic_idempotent_response getAtomicIdempotent(
    ClusterState& state, const wire::configuration_get_atomic_idempotent_request& request);
wire::configuration_set_atomic_idempotent_response setAtomicIdempotent(
    ClusterState& state, const wire::configuration_set_atomic_idempotent_request& request);
wire::start_app_manual_compact_response startManualCompact(
    ClusterState& state, const wire::start_app_manual_compact_request& request);
wire::query_app_manual_compact_response queryManualCompact(
    ClusterState& state, const wire::query_app_manual_compact_request& request);

// Adds to the refusal of a follower where the leader is.
template <typename Response>
void pointTo(const Endpoint&, Response&) {}
void pointTo(const Endpoint& leader, wire::query_cfg_response& response);

// Adds the host_port fields, which older thrift clients cannot decode and native ones rely upon.
// They repeat the addresses.
template <typename Response>
void addHostPorts(Response&) {}
void addHostPorts(wire::query_cfg_response& response);
void addHostPorts(wire::configuration_list_nodes_response& response);

}  // namespace bridle::internal::onebox
