#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "wire/rpc_names.h"
#include "wire/thrift_io.h"

namespace bridle::internal::wire {

// The one argument that is a bare number.
struct I64 {
  std::int64_t value = 0;

  template <class Protocol>
  std::uint32_t read(Protocol* in) {
    return in->readI64(value);
  }
  template <class Protocol>
  std::uint32_t write(Protocol* out) const {
    return out->writeI64(value);
  }
  bool operator==(const I64&) const = default;
};

inline void appendArgs(std::string& out, const I64& args) {
  appendI64Args(out, args.value);
}

template <typename ArgsStruct, typename ResultStruct>
struct Call {
  using Args = ArgsStruct;
  using Result = ResultStruct;
  std::string_view rpc;
};

// All calls that have structs. One is never answered: it has its args in place of a result.
inline constexpr auto kCalls = std::make_tuple(
    Call<blob, read_response>{rpc_names::kGet},
    Call<multi_get_request, multi_get_response>{rpc_names::kMultiGet},
    Call<blob, ttl_response>{rpc_names::kTtl},
    Call<batch_get_request, batch_get_response>{rpc_names::kBatchGet},
    Call<blob, count_response>{rpc_names::kSortkeyCount},
    Call<get_scanner_request, scan_response>{rpc_names::kGetScanner},
    Call<scan_request, scan_response>{rpc_names::kScan}, Call<I64, I64>{rpc_names::kClearScanner},
    Call<update_request, update_response>{rpc_names::kPut},
    Call<blob, update_response>{rpc_names::kRemove},
    Call<multi_put_request, update_response>{rpc_names::kMultiPut},
    Call<multi_remove_request, multi_remove_response>{rpc_names::kMultiRemove},
    Call<incr_request, incr_response>{rpc_names::kIncr},
    Call<check_and_set_request, check_and_set_response>{rpc_names::kCheckAndSet},
    Call<check_and_mutate_request, check_and_mutate_response>{rpc_names::kCheckAndMutate},
    Call<query_cfg_request, query_cfg_response>{rpc_names::kQueryConfig},
    Call<configuration_create_app_request, configuration_create_app_response>{
        rpc_names::kCreateApp},
    Call<configuration_drop_app_request, configuration_drop_app_response>{rpc_names::kDropApp},
    Call<configuration_recall_app_request, configuration_recall_app_response>{
        rpc_names::kRecallApp},
    Call<configuration_rename_app_request, configuration_rename_app_response>{
        rpc_names::kRenameApp},
    Call<configuration_list_apps_request, configuration_list_apps_response>{rpc_names::kListApps},
    Call<configuration_list_nodes_request, configuration_list_nodes_response>{
        rpc_names::kListNodes},
    Call<configuration_cluster_info_request, configuration_cluster_info_response>{
        rpc_names::kClusterInfo},
    Call<configuration_update_app_env_request, configuration_update_app_env_response>{
        rpc_names::kUpdateAppEnv},
    Call<configuration_meta_control_request, configuration_meta_control_response>{
        rpc_names::kControlMeta},
    Call<start_partition_split_request, start_partition_split_response>{
        rpc_names::kStartPartitionSplit},
    Call<control_split_request, control_split_response>{rpc_names::kControlPartitionSplit},
    Call<query_split_request, query_split_response>{rpc_names::kQueryPartitionSplit},
    Call<configuration_get_max_replica_count_request, configuration_get_max_replica_count_response>{
        rpc_names::kGetMaxReplicaCount},
    Call<configuration_set_max_replica_count_request, configuration_set_max_replica_count_response>{
        rpc_names::kSetMaxReplicaCount},
    Call<configuration_get_atomic_idempotent_request, configuration_get_atomic_idempotent_response>{
        rpc_names::kGetAtomicIdempotent},
    Call<configuration_set_atomic_idempotent_request, configuration_set_atomic_idempotent_response>{
        rpc_names::kSetAtomicIdempotent},
    Call<start_app_manual_compact_request, start_app_manual_compact_response>{
        rpc_names::kStartManualCompact},
    Call<query_app_manual_compact_request, query_app_manual_compact_response>{
        rpc_names::kQueryManualCompact},
    Call<negotiation_request, negotiation_response>{rpc_names::kNegotiation});

// Whether one of the calls has this name; visit(call) is then run for it.
template <typename Visit>
bool visitCall(std::string_view rpc, Visit visit) {
  const auto try_one = [&](const auto& call) { return call.rpc == rpc && (visit(call), true); };
  return std::apply([&](const auto&... calls) { return (try_one(calls) || ...); }, kCalls);
}

}  // namespace bridle::internal::wire
