#pragma once

#include <cstdint>

#include "base/time.h"

namespace bridle::internal {

// Keeps backup requests below a share of the reads: a token bucket in millionths of a request,
// exact to the token and without a refill period. Each read that its primary answered in good time
// pays in `max_ratio` of a token; a backup request costs one. So a cluster that is slow as a whole
// pays in nothing and soon gets no backup requests at all.
//
// The bucket holds half a second's worth of tokens (at least 4, at most 4096), so that a short
// stall of one server can be bridged; it starts with at most 10. With a ratio of 1 nothing is
// limited. Not thread-safe: one per loop and table.
class BackupBudget {
 public:
  explicit BackupBudget(double max_ratio);

  void onTimelyRead(TimePoint now);  // a read was answered before its backup delay had passed
  bool tryTake();
  double tokens() const { return static_cast<double>(tokens_) / kToken; }

 private:
  static constexpr std::int64_t kToken = 1'000'000;

  void measureRate(TimePoint now);

  const bool unlimited_;
  const double max_ratio_;
  const std::int64_t deposit_;
  std::int64_t capacity_;
  std::int64_t tokens_;
  TimePoint window_start_{};
  std::int64_t reads_in_window_ = 0;
};

}  // namespace bridle::internal
