#include "wire/key_codec.h"

#include <array>

#include "base/crc64.h"
#include "base/status.h"
#include "wire/byte_reader.h"

namespace bridle::internal::wire {
namespace {
constexpr std::size_t kLengthBytes = 2;
}

void appendRawKey(std::string& out, std::string_view hash_key, std::string_view sort_key) {
  std::array<char, kLengthBytes> length;
  storeBigEndian(length.data(), static_cast<std::uint16_t>(hash_key.size()));
  out.append(length.data(), length.size());
  out.append(hash_key);
  out.append(sort_key);
}

std::string rawKey(std::string_view hash_key, std::string_view sort_key) {
  std::string key;
  key.reserve(kLengthBytes + hash_key.size() + sort_key.size());
  appendRawKey(key, hash_key, sort_key);
  return key;
}

absl::StatusOr<KeyParts> splitRawKey(std::string_view raw_key) {
  if (raw_key.size() < kLengthBytes) {
    return statusOf(absl::StatusCode::kDataLoss, "a raw key of ", raw_key.size(),
                    " bytes has no room for its hash key length");
  }
  const std::size_t length = loadBigEndian<std::uint16_t>(raw_key.data());
  raw_key.remove_prefix(kLengthBytes);
  if (length > raw_key.size()) {
    return statusOf(absl::StatusCode::kDataLoss, "a raw key claims a hash key of ", length,
                    " bytes, but only ", raw_key.size(), " follow");
  }
  return KeyParts{raw_key.substr(0, length), raw_key.substr(length)};
}

std::string nextKey(std::string_view key) {
  std::string next(key.substr(0, key.find_last_not_of('\xff') + 1));
  if (!next.empty()) ++next.back();
  return next;
}

std::uint64_t keyHash(std::string_view hash_key, std::string_view sort_key) {
  return crc64(hash_key.empty() ? sort_key : hash_key);
}

std::int32_t partitionIndex(std::uint64_t hash, std::int32_t partition_count) {
  return static_cast<std::int32_t>(hash % static_cast<std::uint64_t>(partition_count));
}

}  // namespace bridle::internal::wire
