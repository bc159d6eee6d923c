#include "base/histogram.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <thread>
#include <type_traits>
#include <vector>

#include "base/rng.h"

namespace bridle::internal {
namespace {

constexpr std::int64_t kHourNanos = 3600LL * 1'000'000'000;

HistogramSnapshot of(const std::vector<std::int64_t>& values) {
  Histogram histogram;
  for (const std::int64_t value : values) histogram.record(value);
  return histogram.snapshot();
}

// Latencies as they are: many magnitudes, most of them small.
std::vector<std::int64_t> logUniform(std::size_t count, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<std::int64_t> values(count);
  for (std::int64_t& v : values) v = static_cast<std::int64_t>(std::exp(rng.uniform() * 29.0));
  return values;
}

TEST(HistogramBucketsTest, CoverAllValuesWithoutGapAndWithinOnePercent) {
  std::int64_t next = 0;
  for (std::size_t i = 0; i < HistogramBuckets::kCount; ++i) {
    const std::int64_t low = HistogramBuckets::lowestOf(i);
    const std::int64_t high = HistogramBuckets::highestOf(i);
    ASSERT_EQ(low, next);
    ASSERT_EQ(HistogramBuckets::indexOf(low), i);
    ASSERT_EQ(HistogramBuckets::indexOf(high), i);
    ASSERT_LE(static_cast<double>(high - low), 0.01 * static_cast<double>(low));
    next = high + 1;
  }
  EXPECT_EQ(next, HistogramBuckets::kMaxValue + 1);
  EXPECT_GT(HistogramBuckets::kMaxValue, kHourNanos);
}

TEST(HistogramBucketsTest, AreThoseOfAnHdrHistogramOfTwoDigits) {
  const auto bucketOf = [](std::int64_t value) {
    const std::size_t index = HistogramBuckets::indexOf(value);
    return std::pair(HistogramBuckets::lowestOf(index), HistogramBuckets::highestOf(index));
  };
  EXPECT_EQ(bucketOf(255), std::pair(255L, 255L));
  EXPECT_EQ(bucketOf(256), std::pair(256L, 257L));
  EXPECT_EQ(bucketOf(2047), std::pair(2040L, 2047L));
  EXPECT_EQ(bucketOf(10007), std::pair(9984L, 10047L));
  EXPECT_EQ(bucketOf(1'000'000), std::pair(999'424L, 1'003'519L));
}

TEST(HistogramTest, AnEmptyOneIsAllZero) {
  const HistogramSnapshot empty = of({});
  EXPECT_EQ(empty.count(), 0U);
  EXPECT_EQ(empty.min(), 0);
  EXPECT_EQ(empty.max(), 0);
  EXPECT_EQ(empty.mean(), 0.0);
  EXPECT_EQ(empty.percentile(99), 0);
}

TEST(HistogramTest, CountSumMeanMinAndMaxAreExact) {
  const HistogramSnapshot seen = of({1'000'003, 7, 1'000'000'007});
  EXPECT_EQ(seen.count(), 3U);
  EXPECT_EQ(seen.sum(), 1'001'000'017U);
  EXPECT_DOUBLE_EQ(seen.mean(), 1'001'000'017.0 / 3);
  EXPECT_EQ(seen.min(), 7);
  EXPECT_EQ(seen.max(), 1'000'000'007);
  EXPECT_EQ(seen.percentile(100), 1'000'000'007);
  EXPECT_EQ(seen.percentile(0), 7);
}

TEST(HistogramTest, PercentilesAreNearestRankAtTheUpperEdge) {
  std::vector<std::int64_t> values;
  for (std::int64_t v = 1; v <= 1000; ++v) values.push_back(v);
  const HistogramSnapshot seen = of(values);
  EXPECT_EQ(seen.percentile(10), 100);
  EXPECT_EQ(seen.percentile(50), 501);      // 500 shares a bucket with 501
  EXPECT_EQ(seen.percentile(99.9), 999);    // 996..999
  EXPECT_EQ(seen.percentile(99.91), 1000);  // 1000..1003, but the maximum is exact
}

TEST(HistogramTest, PercentilesAreWithinOnePercentAboveTheTrueOnes) {
  std::vector<std::int64_t> values = logUniform(20'000, 7);
  const HistogramSnapshot seen = of(values);
  std::sort(values.begin(), values.end());
  for (const double percent : {1.0, 25.0, 50.0, 90.0, 99.0, 99.9, 99.99, 100.0}) {
    const auto rank =
        static_cast<std::size_t>(std::llround(percent * 200));  // whole for all of these
    const std::int64_t exact = values[rank - 1];
    EXPECT_GE(seen.percentile(percent), exact) << percent;
    EXPECT_LE(static_cast<double>(seen.percentile(percent)), 1.01 * static_cast<double>(exact));
  }
}

TEST(HistogramTest, PercentilesNeverDecrease) {
  const HistogramSnapshot seen = of(logUniform(1000, 3));
  std::int64_t last = seen.min();
  for (double percent = 0; percent <= 100; percent += 0.1) {
    EXPECT_GE(seen.percentile(percent), last);
    last = seen.percentile(percent);
  }
  EXPECT_LE(last, seen.max());
}

TEST(HistogramTest, ValuesBeyondTheRangeAreClampedAndCounted) {
  const HistogramSnapshot seen = of({-5, 0, HistogramBuckets::kMaxValue, INT64_MAX});
  EXPECT_EQ(seen.count(), 4U);
  EXPECT_EQ(seen.clamped(), 2U);
  EXPECT_EQ(seen.min(), 0);
  EXPECT_EQ(seen.max(), HistogramBuckets::kMaxValue);
}

TEST(HistogramTest, MergedPartsEqualTheWhole) {
  const std::vector<std::int64_t> a = logUniform(500, 1);
  const std::vector<std::int64_t> b = logUniform(700, 2);
  std::vector<std::int64_t> both = a;
  both.insert(both.end(), b.begin(), b.end());
  HistogramSnapshot merged = of(a);
  merged.merge(of(b));
  EXPECT_EQ(merged, of(both));
  merged.merge(of({}));
  EXPECT_EQ(merged, of(both));
}

TEST(HistogramTest, SinceGivesTheIntervalOnly) {
  Histogram histogram;
  histogram.record(1'000'000);
  const HistogramSnapshot earlier = histogram.snapshot();
  histogram.record(100);
  histogram.record(2000);
  const HistogramSnapshot added = histogram.snapshot().since(earlier);
  EXPECT_EQ(added.count(), 2U);
  EXPECT_EQ(added.sum(), 2100U);
  EXPECT_EQ(added.min(), 100);
  EXPECT_EQ(added.max(), 2007);  // the edge of 2000's bucket
  EXPECT_EQ(histogram.snapshot().since(histogram.snapshot()).percentile(99), 0);
}

TEST(HistogramTest, AnotherThreadMayTakeSnapshots) {
  static_assert(std::is_trivially_copyable_v<HistogramSnapshot>);
  constexpr std::uint64_t kValues = 100'000;
  Histogram histogram;
  std::thread writer([&histogram] {
    for (std::uint64_t i = 0; i < kValues; ++i) histogram.record(static_cast<std::int64_t>(i));
  });
  std::uint64_t last = 0;
  while (last < kValues) {
    const HistogramSnapshot seen = histogram.snapshot();
    ASSERT_GE(seen.count(), last);
    ASSERT_LE(seen.percentile(100), static_cast<std::int64_t>(kValues));
    last = seen.count();
  }
  writer.join();
}

}  // namespace
}  // namespace bridle::internal
