#pragma once

#include <chrono>
#include <cstdint>

namespace bridle::internal {

// Inside the library time is steady and typed; only the Reactor reads a clock, so that tests can
// replace it.
using Duration = std::chrono::nanoseconds;
using TimePoint = std::chrono::time_point<std::chrono::steady_clock, Duration>;

inline constexpr TimePoint kNever = TimePoint::max();

// Fractional milliseconds, as options are written, to a Duration. Callers have checked the range.
constexpr Duration fromMillis(double ms) {
  return Duration(static_cast<std::int64_t>(ms * 1e6));
}

constexpr double toMillis(Duration d) {
  return static_cast<double>(d.count()) / 1e6;
}

// `start + d` that stops at kNever instead of overflowing.
constexpr TimePoint saturatingAdd(TimePoint start, Duration d) {
  return d >= kNever - start ? kNever : start + d;
}

}  // namespace bridle::internal
