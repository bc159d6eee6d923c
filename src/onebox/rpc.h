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

  // At replica servers.
  kGet,
  kTtl,
  kClearScanner,
  kPut,
  kRemove,
};

Rpc rpcOf(std::string_view name);

constexpr bool isRead(Rpc rpc) {
  return rpc == Rpc::kGet || rpc == Rpc::kTtl || rpc == Rpc::kClearScanner;
}

constexpr bool isWrite(Rpc rpc) {
  return rpc == Rpc::kPut || rpc == Rpc::kRemove;
}

}  // namespace bridle::internal::onebox
