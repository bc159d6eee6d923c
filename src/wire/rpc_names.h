#pragma once

#include <cstddef>
#include <string_view>

// Names of the remote calls, as they stand in the message header. A reply carries the name with
// kAckSuffix.
namespace bridle::internal::wire::rpc_names {

inline constexpr std::string_view kAckSuffix = "_ACK";

// Servers cut longer names.
inline constexpr std::size_t kMaxNameBytes = 47;

// Reads; a secondary may serve them when the backup flag is set.
inline constexpr std::string_view kGet = "RPC_RRDB_RRDB_GET";
inline constexpr std::string_view kMultiGet = "RPC_RRDB_RRDB_MULTI_GET";
inline constexpr std::string_view kTtl = "RPC_RRDB_RRDB_TTL";
inline constexpr std::string_view kBatchGet = "RPC_RRDB_RRDB_BATCH_GET";
inline constexpr std::string_view kSortkeyCount = "RPC_RRDB_RRDB_SORTKEY_COUNT";
inline constexpr std::string_view kGetScanner = "RPC_RRDB_RRDB_GET_SCANNER";
inline constexpr std::string_view kScan = "RPC_RRDB_RRDB_SCAN";
inline constexpr std::string_view kClearScanner = "RPC_RRDB_RRDB_CLEAR_SCANNER";  // never answered

// Writes.
inline constexpr std::string_view kPut = "RPC_RRDB_RRDB_PUT";
inline constexpr std::string_view kRemove = "RPC_RRDB_RRDB_REMOVE";
inline constexpr std::string_view kMultiPut = "RPC_RRDB_RRDB_MULTI_PUT";
inline constexpr std::string_view kMultiRemove = "RPC_RRDB_RRDB_MULTI_REMOVE";
inline constexpr std::string_view kIncr = "RPC_RRDB_RRDB_INCR";
inline constexpr std::string_view kCheckAndSet = "RPC_RRDB_RRDB_CHECK_AND_SET";
inline constexpr std::string_view kCheckAndMutate = "RPC_RRDB_RRDB_CHECK_AND_MUTATE";

// Calls to the meta server.
inline constexpr std::string_view kQueryConfig = "RPC_CM_QUERY_PARTITION_CONFIG_BY_INDEX";
inline constexpr std::string_view kCreateApp = "RPC_CM_CREATE_APP";
inline constexpr std::string_view kDropApp = "RPC_CM_DROP_APP";
inline constexpr std::string_view kRecallApp = "RPC_CM_RECALL_APP";
inline constexpr std::string_view kRenameApp = "RPC_CM_RENAME_APP";
inline constexpr std::string_view kListApps = "RPC_CM_LIST_APPS";
inline constexpr std::string_view kListNodes = "RPC_CM_LIST_NODES";
inline constexpr std::string_view kClusterInfo = "RPC_CM_CLUSTER_INFO";
inline constexpr std::string_view kUpdateAppEnv = "RPC_CM_UPDATE_APP_ENV";
inline constexpr std::string_view kControlMeta = "RPC_CM_CONTROL_META";
inline constexpr std::string_view kStartPartitionSplit = "RPC_CM_START_PARTITION_SPLIT";
inline constexpr std::string_view kControlPartitionSplit = "RPC_CM_CONTROL_PARTITION_SPLIT";
inline constexpr std::string_view kQueryPartitionSplit = "RPC_CM_QUERY_PARTITION_SPLIT";
inline constexpr std::string_view kGetMaxReplicaCount = "RPC_CM_GET_MAX_REPLICA_COUNT";
inline constexpr std::string_view kSetMaxReplicaCount = "RPC_CM_SET_MAX_REPLICA_COUNT";
inline constexpr std::string_view kGetAtomicIdempotent = "RPC_CM_GET_ATOMIC_IDEMPOTENT";
inline constexpr std::string_view kSetAtomicIdempotent = "RPC_CM_SET_ATOMIC_IDEMPOTENT";
inline constexpr std::string_view kStartManualCompact = "RPC_CM_START_MANUAL_COMPACT";
inline constexpr std::string_view kQueryManualCompact = "RPC_CM_QUERY_MANUAL_COMPACT_STATUS";

// Any server.
inline constexpr std::string_view kNegotiation = "RPC_NEGOTIATION";
inline constexpr std::string_view kRemoteCommand = "RPC_CLI_CLI_CALL";

}  // namespace bridle::internal::wire::rpc_names
