#pragma once

#include <cstdint>

namespace bridle::internal {

// Records expire in whole seconds since 2016-01-01 UTC, unsigned; 0 means never.
using ExpireTs = std::uint32_t;

inline constexpr std::int64_t kPegasusEpoch = 1'451'606'400;  // in Unix seconds

constexpr ExpireTs pegasusSeconds(std::int64_t unix_seconds) {
  return static_cast<ExpireTs>(unix_seconds - kPegasusEpoch);
}

// What a write says of the moment when its record expires, `ttl_seconds` from now; 0 = never.
constexpr std::int32_t expireTsOf(int ttl_seconds, std::int64_t unix_seconds) {
  if (ttl_seconds == 0) return 0;
  return static_cast<std::int32_t>(pegasusSeconds(unix_seconds) +
                                   static_cast<ExpireTs>(ttl_seconds));
}

constexpr bool isExpired(ExpireTs expire_ts, ExpireTs now) {
  return expire_ts > 0 && expire_ts <= now;
}

}  // namespace bridle::internal
