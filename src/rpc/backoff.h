#pragma once

#include <cstdint>

#include "base/rng.h"
#include "base/time.h"

namespace bridle::internal {

// `pause` times a random number between 3/4 and 5/4, so that many who wait do not wake as one.
Duration jittered(Duration pause, Rng& rng);

// Pauses between attempts at something that fails: each twice as long as the one before, with
// jitter.
class Backoff {
 public:
  Backoff(Duration first, std::uint64_t seed) : first_(first), next_(first), rng_(seed) {}

  void pause(TimePoint now, Duration longest);  // starts a pause, never longer than `longest`
  void reset() { next_ = first_; }              // the next pause is a short one again

  bool over(TimePoint now) const { return now >= until_; }
  TimePoint until() const { return until_; }

 private:
  const Duration first_;
  Duration next_;
  TimePoint until_{};
  Rng rng_;
};

}  // namespace bridle::internal
