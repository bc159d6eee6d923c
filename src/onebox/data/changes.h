#pragma once

#include <span>
#include <string>
#include <utility>

#include "onebox/data/data_call.h"

namespace bridle::internal::onebox {

inline Change putOf(const DataCall& call, std::string key, std::string value,
                    std::int32_t expire_ts_seconds) {
  return {.key = std::move(key),
          .value = std::move(value),
          .expire_ts = expiryOf(call, expire_ts_seconds)};
}

inline Change removalOf(std::string key) {
  return {.kind = Change::Kind::kRemove, .key = std::move(key)};
}

// The response to a write that is executed.
template <typename Response>
Response written(const DataCall& call, std::span<const Change> changes) {
  auto response = responseTo<Response>(call);
  response.decree = call.partition.write(changes);
  return response;
}

// The response to a write that changes nothing. It uses up a decree all the same.
template <typename Response>
Response refused(const DataCall& call, wire::StorageStatus status) {
  auto response = responseTo<Response>(call, status);
  response.decree = call.partition.write({});
  return response;
}

// The same for a write that depends on what it finds. The primary of a table that is
// atomic_idempotent looks before it writes, and gives no decree to one that fails.
template <typename Response>
Response refusedAtomic(const DataCall& call, wire::StorageStatus status) {
  constexpr std::int64_t kNoDecree = -1;
  if (!call.table.spec.atomic_idempotent) return refused<Response>(call, status);
  auto response = responseTo<Response>(call, status);
  response.decree = kNoDecree;
  return response;
}

}  // namespace bridle::internal::onebox
