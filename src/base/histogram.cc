#include "base/histogram.h"

#include <cmath>

namespace bridle::internal {
namespace {

// The rank that nearest-rank means by `percent` of `count`: the smallest one that covers it. The
// step to the next smaller double keeps 99.9 % of 1000 at 999, though 99.9 is not exact in binary.
std::uint64_t rankOf(double percent, std::uint64_t count) {
  const double exact = std::nextafter(std::clamp(percent, 0.0, 100.0), 0.0);
  const double rank = std::ceil(exact * static_cast<double>(count) / 100.0);
  return std::clamp(static_cast<std::uint64_t>(rank), std::uint64_t{1}, count);
}

}  // namespace

double HistogramSnapshot::mean() const {
  return count_ == 0 ? 0.0 : static_cast<double>(sum_) / static_cast<double>(count_);
}

std::int64_t HistogramSnapshot::percentile(double percent) const {
  if (count_ == 0) return 0;
  std::uint64_t left = rankOf(percent, count_);
  std::size_t index = 0;
  while (counts_[index] < left) left -= counts_[index++];
  return std::max(min(), std::min(HistogramBuckets::highestOf(index), max_));
}

void HistogramSnapshot::merge(const HistogramSnapshot& other) {
  for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
  count_ += other.count_;
  sum_ += other.sum_;
  clamped_ += other.clamped_;
  min_ = std::min(min_, other.min_);
  max_ = std::max(max_, other.max_);
}

HistogramSnapshot HistogramSnapshot::since(const HistogramSnapshot& earlier) const {
  HistogramSnapshot added;
  added.count_ = count_ - earlier.count_;
  added.sum_ = sum_ - earlier.sum_;
  added.clamped_ = clamped_ - earlier.clamped_;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    added.counts_[i] = counts_[i] - earlier.counts_[i];
    if (added.counts_[i] == 0) continue;
    added.min_ = std::min(added.min_, std::max(min_, HistogramBuckets::lowestOf(i)));
    added.max_ = std::min(max_, HistogramBuckets::highestOf(i));
  }
  return added;
}

HistogramSnapshot Histogram::snapshot() const {
  HistogramSnapshot copy;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    copy.counts_[i] = counts_[i].get();
    copy.count_ += copy.counts_[i];
  }
  copy.sum_ = sum_.get();
  copy.clamped_ = clamped_.get();
  copy.min_ = min_.load(std::memory_order_relaxed);
  copy.max_ = max_.load(std::memory_order_relaxed);
  return copy;
}

}  // namespace bridle::internal
