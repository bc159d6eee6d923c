#pragma once

#include "base/rng.h"
#include "base/time.h"

namespace bridle::internal {

// How long a message is on its way, as a distribution.
class SimDelay {
 public:
  static SimDelay fixed(Duration delay);
  static SimDelay uniform(Duration least, Duration most);
  static SimDelay logNormal(Duration median, double sigma);  // sigma 1: p99 is 10 times the median

  // The same, but with `chance` a message takes `length` longer.
  SimDelay withStalls(double chance, Duration length) const;

  Duration draw(Rng& rng) const;

 private:
  SimDelay(Duration base, Duration spread, double sigma);

  Duration base_;
  Duration spread_;
  double sigma_;
  double stall_chance_ = 0;
  Duration stall_{};
};

}  // namespace bridle::internal
