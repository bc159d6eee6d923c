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
    {names::kClearScanner, Rpc::kClearScanner},
    {names::kQueryConfig, Rpc::kQueryConfig},
    {names::kCreateApp, Rpc::kCreateApp},
    {names::kDropApp, Rpc::kDropApp},
    {names::kListApps, Rpc::kListApps},
    {names::kListNodes, Rpc::kListNodes},
    {names::kClusterInfo, Rpc::kClusterInfo},
    {names::kNegotiation, Rpc::kNegotiation},
};

}  // namespace

Rpc rpcOf(std::string_view name) {
  const auto* const found = std::find_if(std::begin(kRpcs), std::end(kRpcs),
                                         [name](const NamedRpc& rpc) { return rpc.name == name; });
  return found == std::end(kRpcs) ? Rpc::kUnknown : found->rpc;
}

}  // namespace bridle::internal::onebox
