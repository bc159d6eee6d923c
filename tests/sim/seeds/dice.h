#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "base/rng.h"
#include "base/time.h"

namespace bridle::internal::sim {

// Random choices of a run.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : rng_(seed) {}

  bool chance(double probability) { return rng_.chance(probability); }

  // Both ends included.
  int between(int least, int most) {
    return least + static_cast<int>(rng_.below(static_cast<std::uint64_t>(most - least) + 1));
  }

  double between(double least, double most) { return least + (most - least) * rng_.uniform(); }
  Duration between(Duration least, Duration most) {
    return least + Duration(static_cast<Duration::rep>(static_cast<double>((most - least).count()) *
                                                       rng_.uniform()));
  }

  // Each order of magnitude is as likely as any other.
  Duration magnitude(Duration least, Duration most) {
    const double ratio = static_cast<double>(most.count()) / static_cast<double>(least.count());
    return Duration(static_cast<Duration::rep>(static_cast<double>(least.count()) *
                                               std::pow(ratio, rng_.uniform())));
  }

  template <typename T>
  const T& oneOf(const std::vector<T>& choices) {
    return choices[rng_.below(choices.size())];
  }

 private:
  Rng rng_;
};

}  // namespace bridle::internal::sim
