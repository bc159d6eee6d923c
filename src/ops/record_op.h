#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ops/checker.h"
#include "ops/encode.h"
#include "ops/op.h"
#include "wire/key_codec.h"

namespace bridle::internal {

// What operations have in common whose request names one record by `key`.
template <typename R>
struct RecordOp {
  using Request = R;
  static std::string_view hashKey(const R& request) { return request.key.hash_key; }
  static std::uint64_t hash(const R& request) {
    return wire::keyHash(request.key.hash_key, request.key.sort_key);
  }
};

// And those whose one argument is the raw key.
template <typename R>
struct RawKeyOp : RecordOp<R> {
  static constexpr std::size_t kHashKeyOffset = put::kBlobOffset + put::kRawKeyPrefix;

  static void encode(std::string& out, const R& request, const OpContext&) {
    put::rawKeyArgs(out, request.key);
  }
};

template <typename R>
struct RecordReadOp : RawKeyOp<R> {
  static std::string check(const R& request, const OpContext&) {
    return Checker::read().key(request.key).problem();
  }
};

// What operations have in common whose request has one `hash_key`, at the head of its struct.
template <typename R>
struct HashKeyOp {
  using Request = R;
  static constexpr std::size_t kHashKeyOffset = put::kFirstBlobOffset;
  static std::string_view hashKey(const R& request) { return request.hash_key; }
  static std::uint64_t hash(const R& request) { return wire::keyHash(request.hash_key, {}); }
};

}  // namespace bridle::internal
