#include "io/sim_delay.h"

#include <cmath>
#include <numbers>

namespace bridle::internal {
namespace {

// Box and Muller's method; `1 - uniform` since the logarithm of zero has no value.
double normal(Rng& rng) {
  const double radius = std::sqrt(-2.0 * std::log(1.0 - rng.uniform()));
  return radius * std::cos(2.0 * std::numbers::pi * rng.uniform());
}

}  // namespace

SimDelay::SimDelay(Duration base, Duration spread, double sigma)
    : base_(base), spread_(spread), sigma_(sigma) {}

SimDelay SimDelay::fixed(Duration delay) {
  return {delay, {}, 0};
}

SimDelay SimDelay::uniform(Duration least, Duration most) {
  return {least, most - least, 0};
}

SimDelay SimDelay::logNormal(Duration median, double sigma) {
  return {median, {}, sigma};
}

SimDelay SimDelay::withStalls(double chance, Duration length) const {
  SimDelay stalling = *this;
  stalling.stall_chance_ = chance;
  stalling.stall_ = length;
  return stalling;
}

Duration SimDelay::draw(Rng& rng) const {
  double nanos = static_cast<double>(base_.count());
  if (spread_.count() > 0) nanos += rng.uniform() * static_cast<double>(spread_.count());
  if (sigma_ > 0) nanos *= std::exp(sigma_ * normal(rng));
  if (stall_chance_ > 0 && rng.chance(stall_chance_)) nanos += static_cast<double>(stall_.count());
  return Duration(static_cast<std::int64_t>(nanos));
}

}  // namespace bridle::internal
