#include "tools/bench/record_chooser.h"

#include <algorithm>
#include <cmath>

namespace bridle::internal::bench {

std::int64_t UniformRecords::next(Rng& rng) {
  return least_ +
         static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(most_ - least_ + 1)));
}

LatestRecords::LatestRecords(const InsertSequence& inserts, double theta, bool legacy_eta)
    : inserts_(inserts),
      legacy_eta_(legacy_eta),
      ages_(std::max<std::int64_t>(inserts.last(), 1), theta) {}

std::int64_t LatestRecords::next(Rng& rng) {
  const std::int64_t last = inserts_.last();
  ages_.grow(last, legacy_eta_);
  return last - ages_.next(rng);
}

HotspotRecords::HotspotRecords(std::int64_t least, std::int64_t most, std::int64_t hot,
                               double hot_share)
    : hot_(least, least + hot - 1), cold_(least + hot, most), hot_share_(hot_share) {}

std::int64_t HotspotRecords::next(Rng& rng) {
  return rng.chance(hot_share_) ? hot_.next(rng) : cold_.next(rng);
}

ExponentialRecords::ExponentialRecords(const InsertSequence& inserts, double percent, double age)
    : inserts_(inserts), gamma_(-std::log(1 - percent / 100) / age) {}

std::int64_t ExponentialRecords::next(Rng& rng) {
  constexpr double kOldest = 1e18;  // what a conversion to an integer can stand
  const double age = -std::log(1 - rng.uniform()) / gamma_;
  return inserts_.last() - static_cast<std::int64_t>(std::min(age, kOldest));
}

std::int64_t SequentialRecords::next(Rng&) {
  const std::uint64_t drawn = drawn_.fetch_add(1, std::memory_order_relaxed);
  return least_ + static_cast<std::int64_t>(drawn % width_);
}

}  // namespace bridle::internal::bench
