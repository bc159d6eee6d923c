#include "base/endpoint.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "base/status.h"

namespace bridle::internal {
namespace {

bool isHostCharacter(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '-' || c == '_';
}

absl::Status badAddress(std::string_view text, std::string_view why) {
  return invalidArgument("bad address \"", text, "\": ", why);
}

absl::StatusOr<std::uint32_t> parseIpv4(std::string_view host) {
  std::uint32_t address = 0;
  const char* at = host.data();
  const char* const end = at + host.size();
  for (int i = 0; i < 4; ++i) {
    std::uint8_t octet = 0;
    const auto [next, error] = std::from_chars(at, end, octet);
    const bool separator_ok = i == 3 ? next == end : next != end && *next == '.';
    if (error != std::errc() || !separator_ok) return badAddress(host, "not an IPv4 address");
    address = address << 8 | octet;
    at = next + 1;
  }
  return address;
}

}  // namespace

std::string Endpoint::toString() const {
  if (!valid()) return "none";
  return absl::StrCat(ipv4 >> 24, ".", ipv4 >> 16 & 0xff, ".", ipv4 >> 8 & 0xff, ".", ipv4 & 0xff,
                      ":", port);
}

std::string HostPort::toString() const {
  return absl::StrCat(host, ":", port);
}

absl::StatusOr<HostPort> parseHostPort(std::string_view text) {
  if (text.find('[') != text.npos || std::count(text.begin(), text.end(), ':') > 1) {
    return badAddress(text, "IPv6 is not supported, since the Pegasus protocol carries IPv4 only");
  }
  const std::size_t colon = text.rfind(':');
  if (colon == text.npos) return badAddress(text, "no port; write host:port");
  const std::string_view host = text.substr(0, colon);
  const std::string_view port_text = text.substr(colon + 1);
  if (host.empty()) return badAddress(text, "no host; write host:port");
  if (!std::all_of(host.begin(), host.end(), isHostCharacter)) {
    return badAddress(text, "a host name has letters, digits, '.', '-' and '_' only");
  }
  std::uint16_t port = 0;
  const char* const end = port_text.data() + port_text.size();
  const auto [next, error] = std::from_chars(port_text.data(), end, port);
  if (error != std::errc() || next != end || port == 0) {
    return badAddress(text, "the port is a number from 1 to 65535");
  }
  return HostPort{std::string(host), port};
}

absl::StatusOr<Endpoint> parseEndpoint(std::string_view text) {
  absl::StatusOr<HostPort> parts = parseHostPort(text);
  if (!parts.ok()) return parts.status();
  absl::StatusOr<std::uint32_t> ipv4 = parseIpv4(parts->host);
  if (!ipv4.ok()) return ipv4.status();
  if (*ipv4 == 0) return badAddress(text, "0.0.0.0 is no address of a server");
  return Endpoint{*ipv4, parts->port};
}

}  // namespace bridle::internal
