#pragma once

#include <cstdint>
#include <string_view>

namespace bridle::internal::onebox {

// The remote calls a onebox knows.
enum class Rpc : std::uint8_t {
  kUnknown,
  kNegotiation,

  // At meta servers.
  kQueryConfig,
  kCreateApp,
  kDropApp,
  kListApps,
  kListNodes,
  kClusterInfo,
  kRecallApp,
  kRenameApp,
  kUpdateAppEnv,
  kControlMeta,
  kStartSplit,
  kControlSplit,
  kQuerySplit,
  kGetMaxReplicaCount,
  kSetMaxReplicaCount,
  kGetAtomicIdempotent,
  kSetAtomicIdempotent,
  kStartManualCompact,
  kQueryManualCompact,

  // At replica servers: reads, then writes.
  kGet,
  kTtl,
  kMultiGet,
  kBatchGet,
  kSortkeyCount,
  kGetScanner,
  kScan,
  kClearScanner,
  kPut,
  kRemove,
  kMultiPut,
  kMultiRemove,
  kIncr,
  kCheckAndSet,
  kCheckAndMutate,
};

Rpc rpcOf(std::string_view name);

constexpr bool isRead(Rpc rpc) {
  return rpc >= Rpc::kGet && rpc <= Rpc::kClearScanner;
}

// It is never answered, whatever its type says: some clients cannot bear a reply.
constexpr bool isOneWay(Rpc rpc) {
  return rpc == Rpc::kClearScanner;
}

constexpr bool isWrite(Rpc rpc) {
  return rpc >= Rpc::kPut && rpc <= Rpc::kCheckAndMutate;
}

}  // namespace bridle::internal::onebox
