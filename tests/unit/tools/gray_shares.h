#pragma once

#include <cmath>
#include <cstdint>

#include "tools/bench/zipfian.h"

namespace bridle::test {

// The probability that a Zipfian of theta 0.99 draws a rank below `rank`: the inverse of its
// formula.
inline double grayBelow(const internal::bench::Zipfian& law, std::int64_t rank) {
  if (rank == 0) return 0;
  if (rank == 1) return 1 / law.zeta();
  if (rank >= law.items()) return 1;
  const double part = static_cast<double>(rank) / static_cast<double>(law.items());
  return (std::pow(part, 1 - internal::bench::Zipfian::kTheta) - 1 + law.eta()) / law.eta();
}

}  // namespace bridle::test
