#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/counter.h"

namespace bridle::internal {

// Where a value goes: values below 256 have a bucket each, above that every power of two is cut
// into 128 equal buckets, so that a bucket is narrower than 1/128 (0.8 %) of the values in it. This
// is the layout of an HdrHistogram of two significant digits.
struct HistogramBuckets {
  static constexpr int kSubBits = 7;
  static constexpr int kValueBits = 42;
  static constexpr std::int64_t kMaxValue = (std::int64_t{1} << kValueBits) - 1;  // 73 min in ns
  static constexpr std::size_t kCount = (kValueBits - kSubBits + 1) << kSubBits;  // 4608

  static constexpr std::size_t indexOf(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    const int shift = static_cast<int>(std::bit_width(bits | kLinearMask)) - (kSubBits + 1);
    return (static_cast<std::size_t>(shift) << kSubBits) + (bits >> shift);
  }

  // The smallest and the largest value that share a bucket.
  static constexpr std::int64_t lowestOf(std::size_t index) {
    const int shift = shiftOf(index);
    const std::size_t sub = index - (static_cast<std::size_t>(shift) << kSubBits);
    return static_cast<std::int64_t>(sub << shift);
  }
  static constexpr std::int64_t highestOf(std::size_t index) {
    return lowestOf(index) + (std::int64_t{1} << shiftOf(index)) - 1;
  }

 private:
  static constexpr std::uint64_t kLinearMask = (1U << (kSubBits + 1)) - 1;

  static constexpr int shiftOf(std::size_t index) {
    return std::max(0, static_cast<int>(index >> kSubBits) - 1);
  }
};

// What a Histogram held at one moment: a plain value of 36 KiB. An empty one answers 0 everywhere.
class HistogramSnapshot {
 public:
  std::uint64_t count() const { return count_; }
  std::uint64_t sum() const { return sum_; }
  std::uint64_t clamped() const { return clamped_; }  // values beyond 0..kMaxValue
  std::int64_t min() const { return count_ == 0 ? 0 : min_; }
  std::int64_t max() const { return max_; }
  double mean() const;

  // The value that `percent` of all values do not exceed, by nearest rank: the upper edge of its
  // bucket, but never beyond the exact minimum and maximum.
  std::int64_t percentile(double percent) const;

  void merge(const HistogramSnapshot& other);

  // What was added after `earlier` was taken from the same histogram. Its minimum and maximum are
  // edges of buckets.
  HistogramSnapshot since(const HistogramSnapshot& earlier) const;

  bool operator==(const HistogramSnapshot&) const = default;

 private:
  friend class Histogram;

  std::array<std::uint64_t, HistogramBuckets::kCount> counts_{};
  std::uint64_t count_ = 0;
  std::uint64_t sum_ = 0;
  std::uint64_t clamped_ = 0;
  std::int64_t min_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t max_ = 0;
};

// Counts values from 0 to kMaxValue (nanoseconds, as a rule) in 36 KiB of fixed memory, within 1 %.
// One thread records, without locked instructions; any thread may take a snapshot at any time.
class Histogram {
 public:
  void record(std::int64_t value) {
    const std::int64_t kept = std::clamp(value, std::int64_t{0}, HistogramBuckets::kMaxValue);
    if (kept != value) clamped_.add();
    if (kept < min_.load(std::memory_order_relaxed)) min_.store(kept, std::memory_order_relaxed);
    if (kept > max_.load(std::memory_order_relaxed)) max_.store(kept, std::memory_order_relaxed);
    sum_.add(static_cast<std::uint64_t>(kept));
    counts_[HistogramBuckets::indexOf(kept)].add();
  }

  HistogramSnapshot snapshot() const;

 private:
  std::array<Counter, HistogramBuckets::kCount> counts_;
  Counter sum_;
  Counter clamped_;
  std::atomic<std::int64_t> min_{std::numeric_limits<std::int64_t>::max()};
  std::atomic<std::int64_t> max_{0};
};

}  // namespace bridle::internal
