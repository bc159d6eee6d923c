#pragma once

#include <array>
#include <cstddef>

#include "base/rng.h"
#include "tools/bench/operation.h"

namespace bridle::internal::bench {

// Draws operations by their weights, in the order of OpKind; the weights need not add up to 1.
class OpChooser {
 public:
  using Weights = std::array<double, kOpKindCount>;

  explicit OpChooser(const Weights& weights) : weights_(weights) {
    for (const double weight : weights_) sum_ += weight;
  }

  OpKind next(Rng& rng) const {
    double left = rng.uniform() * sum_;
    std::size_t last_possible = 0;
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      if (weights_[i] == 0) continue;
      if (left < weights_[i]) return static_cast<OpKind>(i);
      left -= weights_[i];
      last_possible = i;
    }
    return static_cast<OpKind>(last_possible);  // rounding ate the last piece
  }

 private:
  Weights weights_;
  double sum_ = 0;
};

}  // namespace bridle::internal::bench
