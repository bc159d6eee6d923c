#include "rpc/backoff.h"

#include <algorithm>

namespace bridle::internal {

Duration jittered(Duration pause, Rng& rng) {
  const Duration half = pause / 2;
  const auto extra = static_cast<Duration::rep>(static_cast<double>(half.count()) * rng.uniform());
  return pause - half / 2 + Duration(extra);
}

void Backoff::pause(TimePoint now, Duration longest) {
  next_ = std::min(next_, longest * 4 / 5);  // with the most jitter exactly `longest`
  until_ = saturatingAdd(now, jittered(next_, rng_));
  next_ *= 2;
}

}  // namespace bridle::internal
