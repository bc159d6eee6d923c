#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace bridle::internal::bench {

// FNV-1a of 64 bits over the eight octets of `n`, least significant first.
constexpr std::uint64_t fnv64(std::int64_t n) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (int shift = 0; shift < 64; shift += 8) {
    hash ^= static_cast<std::uint64_t>(n) >> shift & 0xff;
    hash *= 1099511628211ULL;
  }
  return hash;
}

// YCSB's hash of a record number: the signed FNV value without its sign.
constexpr std::uint64_t ycsbHash(std::int64_t n) {
  const std::uint64_t hash = fnv64(n);
  return hash >> 63 == 0 ? hash : 0 - hash;
}

// The name of a record, as YCSB forms it: prefix, zeros up to `zero_padding` digits, then the
// record number itself (ordered) or its hash, so that data loaded by YCSB is found, and vice versa.
struct KeyNames {
  std::string prefix = "user";
  std::size_t zero_padding = 1;
  bool ordered = false;

  void write(std::int64_t record, std::string& key) const;  // replaces what is in `key`
};

}  // namespace bridle::internal::bench
