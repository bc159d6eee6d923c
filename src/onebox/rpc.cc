#include "onebox/rpc.h"

#include <algorithm>
#include <iterator>

#include "wire/rpc_names.h"

namespace bridle::internal::onebox {
namespace {

namespace names = wire::rpc_names;

struct NamedRpc {
  std::string_view name;
  Rpc rpc;
};

// Reads and writes first: there are few enough for a walk, whose comparisons end at the length.
constexpr NamedRpc kRpcs[] = {
    {names::kGet, Rpc::kGet},
    {names::kPut, Rpc::kPut},
    {names::kTtl, Rpc::kTtl},
    {names::kRemove, Rpc::kRemove},
    {names::kMultiGet, Rpc::kMultiGet},
    {names::kBatchGet, Rpc::kBatchGet},
    {names::kSortkeyCount, Rpc::kSortkeyCount},
    {names::kGetScanner, Rpc::kGetScanner},
    {names::kScan, Rpc::kScan},
    {names::kClearScanner, Rpc::kClearScanner},
    {names::kMultiPut, Rpc::kMultiPut},
    {names::kMultiRemove, Rpc::kMultiRemove},
    {names::kIncr, Rpc::kIncr},
    {names::kCheckAndSet, Rpc::kCheckAndSet},
    {names::kCheckAndMutate, Rpc::kCheckAndMutate},
    {names::kQueryConfig, Rpc::kQueryConfig},
    {names::kCreateApp, Rpc::kCreateApp},
    {names::kDropApp, Rpc::kDropApp},
    {names::kListApps, Rpc::kListApps},
    {names::kListNodes, Rpc::kListNodes},
    {names::kClusterInfo, Rpc::kClusterInfo},
    {names::kRecallApp, Rpc::kRecallApp},
    {names::kRenameApp, Rpc::kRenameApp},
    {names::kUpdateAppEnv, Rpc::kUpdateAppEnv},
    {names::kControlMeta, Rpc::kControlMeta},
    {names::kStartPartitionSplit, Rpc::kStartSplit},
    {names::kControlPartitionSplit, Rpc::kControlSplit},
    {names::kQueryPartitionSplit, Rpc::kQuerySplit},
    {names::kGetMaxReplicaCount, Rpc::kGetMaxReplicaCount},
    {names::kSetMaxReplicaCount, Rpc::kSetMaxReplicaCount},
    {names::kGetAtomicIdempotent, Rpc::kGetAtomicIdempotent},
    {names::kSetAtomicIdempotent, Rpc::kSetAtomicIdempotent},
    {names::kStartManualCompact, Rpc::kStartManualCompact},
    {names::kQueryManualCompact, Rpc::kQueryManualCompact},
    {names::kNegotiation, Rpc::kNegotiation},
};

}  // namespace

Rpc rpcOf(std::string_view name) {
  const auto* const found = std::find_if(std::begin(kRpcs), std::end(kRpcs),
                                         [name](const NamedRpc& rpc) { return rpc.name == name; });
  return found == std::end(kRpcs) ? Rpc::kUnknown : found->rpc;
}

}  // namespace bridle::internal::onebox
