#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace bridle::internal::wire {

// Raw keys (protocol.md 4.1): u16 BE length of the hash key, hash key, sort key.
// Precondition of all that take a hash key: at most limits::kMaxHashKeyBytes long; callers have
// refused longer ones.
void appendRawKey(std::string& out, std::string_view hash_key, std::string_view sort_key);
std::string rawKey(std::string_view hash_key, std::string_view sort_key);

struct KeyParts {
  std::string_view hash_key;
  std::string_view sort_key;
};
absl::StatusOr<KeyParts> splitRawKey(std::string_view raw_key);  // DataLoss if it is cut short

// The smallest key above every key that starts with `key` (protocol.md 4.2); empty if there is
// none.
std::string nextKey(std::string_view key);

// CRC-64 of the hash key, or of the sort key if the hash key is empty (protocol.md 4.3).
std::uint64_t keyHash(std::string_view hash_key, std::string_view sort_key);

// 4.4: unsigned modulo.
std::int32_t partitionIndex(std::uint64_t hash, std::int32_t partition_count);

}  // namespace bridle::internal::wire
