#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace bridle::internal {

// One IPv4 address and port, the only kind of address a Pegasus server can announce (rpc_address).
struct Endpoint {
  std::uint32_t ipv4 = 0;  // first octet in the most significant byte
  std::uint16_t port = 0;

  constexpr bool valid() const { return ipv4 != 0 && port != 0; }
  std::string toString() const;  // "127.0.0.1:34801"; "none" when not valid
  auto operator<=>(const Endpoint&) const = default;

  template <typename H>
  friend H AbslHashValue(H h, const Endpoint& e) {
    return H::combine(std::move(h), e.ipv4, e.port);
  }
};

// "host:port" as users write it in a meta server list. The host is a name or an IPv4 literal.
struct HostPort {
  std::string host;
  std::uint16_t port = 0;

  std::string toString() const;
  bool operator==(const HostPort&) const = default;
};

// InvalidArgument that quotes `text` and says what is wrong: no port, port out of range, IPv6
// (which the protocol cannot carry), empty host, a character no host name has.
absl::StatusOr<HostPort> parseHostPort(std::string_view text);

// Only numeric IPv4 with port; InvalidArgument otherwise.
absl::StatusOr<Endpoint> parseEndpoint(std::string_view text);

}  // namespace bridle::internal
