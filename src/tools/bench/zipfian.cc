#include "tools/bench/zipfian.h"

#include <algorithm>
#include <cmath>

#include "tools/bench/keys.h"

namespace bridle::internal::bench {
namespace {

constexpr std::int64_t kVirtualItems = 10'000'000'001;

// The constant that YCSB stores for zeta(10^10, 0.99). It is off by 3e-11, but popularity has to be
// that of YCSB.
constexpr double kYcsbZeta = 26.46902820178302;

constexpr std::int64_t kSummed = 1024;  // terms that are added up before the formula takes over

// Integral of x^-theta from `from` to `to`; through expm1, since theta is close to 1.
double integral(double from, double to, double theta) {
  const double exponent = 1 - theta;
  const double growth = std::log(to / from);
  if (exponent == 0) return growth;
  return std::pow(from, exponent) * std::expm1(exponent * growth) / exponent;
}

// zeta(n) from zeta(m), m < n: term by term up to kSummed, then Euler-Maclaurin, whose next term is
// below 1e-14.
double extendZeta(double zeta, std::int64_t m, std::int64_t n, double theta) {
  while (m < std::min(n, kSummed)) zeta += std::pow(static_cast<double>(++m), -theta);
  if (m >= n) return zeta;
  const auto from = static_cast<double>(m);
  const auto to = static_cast<double>(n);
  zeta += integral(from, to, theta);
  zeta += (std::pow(to, -theta) - std::pow(from, -theta)) / 2;
  return zeta - theta * (std::pow(to, -theta - 1) - std::pow(from, -theta - 1)) / 12;
}

}  // namespace

double zeta(std::int64_t n, double theta) {
  return extendZeta(0, 0, n, theta);
}

Zipfian::Zipfian(std::int64_t items, double theta)
    : Zipfian(items, theta, bench::zeta(items, theta)) {}

Zipfian::Zipfian(std::int64_t items, double theta, double zeta)
    : items_(items),
      first_items_(items),
      theta_(theta),
      zeta_(zeta),
      alpha_(1 / (1 - theta)),
      second_(1 + std::pow(0.5, theta)) {
  computeEta(items);
}

void Zipfian::grow(std::int64_t items, bool legacy_eta) {
  if (items <= items_) return;
  zeta_ = extendZeta(zeta_, items_, items, theta_);
  items_ = items;
  computeEta(legacy_eta ? first_items_ : items);
}

void Zipfian::computeEta(std::int64_t items) {
  if (items <= 2) return;  // ranks 0 and 1 need none
  const double remaining = 1 - bench::zeta(2, theta_) / zeta_;
  const double two = 2 / static_cast<double>(items);
  eta_ = (theta_ == 1 ? std::log(two) : 1 - std::pow(two, 1 - theta_)) / remaining;
}

std::int64_t Zipfian::rank(double u) const {
  const double scaled = u * zeta_;
  if (scaled < 1) return 0;
  if (scaled < second_) return 1;
  // For theta = 1 the power has the limit below, with eta_ in the meaning that fits it.
  const double share =
      theta_ == 1 ? std::exp(eta_ * (1 - u)) : std::pow(eta_ * u - eta_ + 1, alpha_);
  return std::min(items_ - 1, static_cast<std::int64_t>(static_cast<double>(items_) * share));
}

ScrambledZipfian::ScrambledZipfian(std::int64_t least, std::int64_t most, double theta)
    : least_(least),
      width_(static_cast<std::uint64_t>(most - least + 1)),
      ranks_(kVirtualItems, theta,
             theta == Zipfian::kTheta ? kYcsbZeta : zeta(kVirtualItems, theta)) {}

std::int64_t ScrambledZipfian::next(Rng& rng) const {
  return least_ + static_cast<std::int64_t>(ycsbHash(ranks_.next(rng)) % width_);
}

}  // namespace bridle::internal::bench
