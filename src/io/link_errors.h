#pragma once

#include <string_view>

#include "absl/status/status.h"
#include "base/endpoint.h"

namespace bridle::internal {

// Why a link did not open or ended: always Unavailable, with the peer and the reason. The TCP and
// the simulated network use the same words.
inline constexpr std::string_view kConnectionRefused = "connection refused";
inline constexpr std::string_view kClosedByPeer = "closed by the peer";
inline constexpr std::string_view kResetByPeer = "reset by the peer";

inline constexpr std::string_view kAddressInUse =
    "address in use; stop the program that has it or choose another port";
inline constexpr std::string_view kUnknownName = "no such name";

absl::Status connectFailed(const Endpoint& peer, std::string_view reason);
absl::Status connectionLost(const Endpoint& peer, std::string_view reason);
absl::Status listenFailed(const Endpoint& at, std::string_view reason);
absl::Status resolveFailed(std::string_view name, std::string_view reason);

}  // namespace bridle::internal
