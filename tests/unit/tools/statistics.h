#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace bridle::test {

// Five standard deviations of a share that is measured with so many draws.
inline double tolerance(double share, double draws) {
  return 5 * std::sqrt(share * (1 - share) / draws);
}

// How often `draw` gave each number below `size`, as shares. Other numbers fail the caller's checks
// by being counted in the extra last place.
template <typename Draw>
std::vector<double> measureShares(std::size_t size, int draws, Draw&& draw) {
  std::vector<double> shares(size + 1);
  for (int i = 0; i < draws; ++i) {
    const auto number = static_cast<std::uint64_t>(draw());
    shares[number < size ? number : size] += 1.0 / draws;
  }
  return shares;
}

}  // namespace bridle::test
