#pragma once

// Stands in for the header that the thrift compiler would make of idl/dsn.thrift: the special
// types, whose values are not encoded as structs although their type byte says so. The generated
// structs call read() and write() of these.

#include <compare>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>

#include "base/endpoint.h"
#include "wire/errors.h"

namespace bridle::internal::wire {

struct blob {
  std::string bytes;

  blob() = default;
  blob(std::string value) : bytes(std::move(value)) {}
  blob(std::string_view value) : bytes(value) {}
  blob(const char* value) : bytes(value) {}

  template <class Protocol>
  std::uint32_t read(Protocol* in) {
    return in->readBinary(bytes);
  }
  template <class Protocol>
  std::uint32_t write(Protocol* out) const {
    return out->writeBinary(bytes);
  }
  auto operator<=>(const blob&) const = default;
};

// The name travels, so a name that we do not know survives. One that never arrived is not OK.
struct error_code {
  std::string name = std::string(errorName(ServerError::kUnknown));

  error_code() = default;
  error_code(ServerError error) : name(errorName(error)) {}
  explicit error_code(std::string_view text) : name(text) {}

  ServerError value() const { return errorFromName(name); }

  template <class Protocol>
  std::uint32_t read(Protocol* in) {
    return in->readString(name);
  }
  template <class Protocol>
  std::uint32_t write(Protocol* out) const {
    return out->writeString(name);
  }
  auto operator<=>(const error_code&) const = default;
};

// A partition of a table: partition index in the upper half of an i64, app id in the lower.
struct gpid {
  std::int32_t app_id = 0;
  std::int32_t partition_index = 0;

  template <class Protocol>
  std::uint32_t read(Protocol* in) {
    std::int64_t packed = 0;
    const std::uint32_t size = in->readI64(packed);
    app_id = static_cast<std::int32_t>(packed);
    partition_index = static_cast<std::int32_t>(packed >> 32);
    return size;
  }
  template <class Protocol>
  std::uint32_t write(Protocol* out) const {
    return out->writeI64(static_cast<std::int64_t>(partition_index) << 32 |
                         static_cast<std::uint32_t>(app_id));
  }
  auto operator<=>(const gpid&) const = default;
};

// An Endpoint on the wire: address, port and kind (1 = IPv4) in one i64; all zero means "none", and
// so does any other kind, since no server sends one.
struct rpc_address {
  Endpoint endpoint;

  rpc_address() = default;
  rpc_address(Endpoint value) : endpoint(value) {}
  operator Endpoint() const { return endpoint; }

  template <class Protocol>
  std::uint32_t read(Protocol* in) {
    std::int64_t number = 0;
    const std::uint32_t size = in->readI64(number);
    const auto bits = static_cast<std::uint64_t>(number);
    const Endpoint sent = {static_cast<std::uint32_t>(bits >> 32),
                           static_cast<std::uint16_t>(bits >> 16)};
    endpoint = (bits & kKindMask) == kIpv4 && sent.valid() ? sent : Endpoint{};
    return size;
  }
  template <class Protocol>
  std::uint32_t write(Protocol* out) const {
    return out->writeI64(static_cast<std::int64_t>(packed()));
  }
  std::uint64_t packed() const {
    if (!endpoint.valid()) return 0;
    return std::uint64_t{endpoint.ipv4} << 32 | std::uint64_t{endpoint.port} << 16 | kIpv4;
  }
  auto operator<=>(const rpc_address&) const = default;

 private:
  static constexpr std::uint64_t kKindMask = 0x3;
  static constexpr std::uint64_t kIpv4 = 1;
};

// A HostPort on the wire. An empty host means "none".
struct host_port {
  std::string host;
  std::uint16_t port = 0;
  std::int8_t type = 0;  // 0 none, 1 an ordinary host

  host_port() = default;
  host_port(const HostPort& value) : host(value.host), port(value.port), type(1) {}
  operator HostPort() const { return {host, port}; }

  template <class Protocol>
  std::uint32_t read(Protocol* in) {
    std::int16_t port_bits = 0;
    std::uint32_t size = in->readString(host);
    size += in->readI16(port_bits);
    size += in->readByte(type);
    port = static_cast<std::uint16_t>(port_bits);
    return size;
  }
  template <class Protocol>
  std::uint32_t write(Protocol* out) const {
    std::uint32_t size = out->writeString(host);
    size += out->writeI16(static_cast<std::int16_t>(port));
    return size + out->writeByte(type);
  }
  auto operator<=>(const host_port&) const = default;
};

// What the generated printTo() needs.
inline std::ostream& operator<<(std::ostream& out, const blob& value) {
  return out << '"' << value.bytes << '"';
}
inline std::ostream& operator<<(std::ostream& out, const error_code& value) {
  return out << value.name;
}
inline std::ostream& operator<<(std::ostream& out, const gpid& value) {
  return out << value.app_id << '.' << value.partition_index;
}
inline std::ostream& operator<<(std::ostream& out, const rpc_address& value) {
  return out << value.endpoint.toString();
}
inline std::ostream& operator<<(std::ostream& out, const host_port& value) {
  return out << value.host << ':' << value.port;
}

}  // namespace bridle::internal::wire
