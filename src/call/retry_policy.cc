#include "call/retry_policy.h"

#include <algorithm>

#include "base/limits.h"

namespace bridle::internal {

Duration retryDelay(int attempts, double jitter) {
  Duration delay = limits::kRetryFirstDelay;
  for (int i = 1; i < attempts && delay < limits::kRetryMaxDelay; ++i)
    delay *= limits::kRetryGrowth;
  delay = std::min<Duration>(delay, limits::kRetryMaxDelay);
  return Duration(
      static_cast<Duration::rep>(static_cast<double>(delay.count()) * (0.5 + jitter / 2)));
}

}  // namespace bridle::internal
