#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace bridle::internal::wire {

// Raw keys: u16 BE length of the hash key, hash key, sort key.
// Precondition of all that take a hash key: at most limits::kMaxHashKeyBytes long; callers have
// refused longer ones.
void appendRawKey(std::string& out, std::string_view hash_key, std::string_view sort_key);
std::string rawKey(std::string_view hash_key, std::string_view sort_key);

struct KeyParts {
  std::string_view hash_key;
  std::string_view sort_key;
};
absl::StatusOr<KeyParts> splitRawKey(std::string_view raw_key);  // DataLoss if it is cut short

// The smallest key above every key that starts with `key`; empty if there is
// none.
std::string nextKey(std::string_view key);

// CRC-64 of the hash key, or of the sort key if the hash key is empty.
std::uint64_t keyHash(std::string_view hash_key, std::string_view sort_key);

// `partition_count` is above 0. The hash counts as unsigned: half of all hashes have the top bit
// set.
std::int32_t partitionIndex(std::uint64_t hash, std::int32_t partition_count);

}  // namespace bridle::internal::wire
