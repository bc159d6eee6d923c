#include "tools/bench/record_chooser.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>
#include <vector>

#include "unit/tools/statistics.h"

namespace bridle::internal::bench {
namespace {

using test::measureShares;
using test::tolerance;
using testing::DoubleNear;
using testing::ElementsAre;

constexpr int kChoices = 1'000'000;

TEST(UniformRecordsTest, DrawsBothEndsAndAllBetweenAlike) {
  UniformRecords records(10, 14);
  Rng rng(1);
  const std::vector<double> shares =
      measureShares(5, kChoices, [&] { return records.next(rng) - 10; });
  for (int i = 0; i < 5; ++i) {
    EXPECT_THAT(shares[static_cast<std::size_t>(i)], DoubleNear(0.2, tolerance(0.2, kChoices)));
  }
  EXPECT_EQ(shares[5], 0);
}

TEST(LatestRecordsTest, TheNewestIsTheMostPopular) {
  const InsertSequence inserts(1000);
  LatestRecords records(inserts, Zipfian::kTheta, false);
  Rng rng(2);
  const std::vector<double> shares =
      measureShares(1000, kChoices, [&] { return records.next(rng); });
  EXPECT_THAT(shares[999], DoubleNear(0.12936, tolerance(0.12936, kChoices)));
  EXPECT_THAT(shares[998], DoubleNear(0.06519, tolerance(0.06519, kChoices)));
  EXPECT_THAT(shares[997], DoubleNear(0.05101, tolerance(0.05101, kChoices)));
  EXPECT_EQ(shares[0], 0);
  EXPECT_EQ(shares[1000], 0);
}

TEST(LatestRecordsTest, FollowsAcknowledgedInserts) {
  InsertSequence inserts(1000);
  LatestRecords records(inserts, Zipfian::kTheta, false);
  Rng rng(3);
  const std::int64_t first = inserts.take();
  const std::int64_t second = inserts.take();
  inserts.acknowledge(second);  // 1001 alone does not help: 1000 is missing
  for (int i = 0; i < 1000; ++i) ASSERT_LE(records.next(rng), 999);
  inserts.acknowledge(first);
  const std::vector<double> shares =
      measureShares(1002, 100'000, [&] { return records.next(rng); });
  EXPECT_THAT(shares[1001], DoubleNear(0.1293, tolerance(0.1293, 100'000)));
}

TEST(LatestRecordsTest, OneRecordIsEnough) {
  const InsertSequence inserts(1);
  LatestRecords records(inserts, Zipfian::kTheta, false);
  Rng rng(4);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(records.next(rng), 0);
}

TEST(HotspotRecordsTest, GivesTheHotPartItsShare) {
  HotspotRecords records(0, 999, 200, 0.8);
  Rng rng(5);
  const std::vector<double> shares =
      measureShares(1000, kChoices, [&] { return records.next(rng); });
  for (std::size_t i = 0; i < 1000; ++i) {
    const double golden = i < 200 ? 0.004 : 0.00025;
    ASSERT_THAT(shares[i], DoubleNear(golden, tolerance(golden, kChoices))) << i;
  }
  EXPECT_EQ(shares[1000], 0);
}

TEST(ExponentialRecordsTest, AgesFollowTheLaw) {
  const InsertSequence inserts(1000);
  ExponentialRecords records(inserts, 95, 1000 * 0.8571428571);
  EXPECT_THAT(records.gamma(), DoubleNear(0.003495020985987739, 1e-17));
  Rng rng(6);
  std::vector<std::int64_t> ages;
  double sum = 0;
  for (int i = 0; i < kChoices; ++i) {
    ages.push_back(999 - records.next(rng));
    sum += static_cast<double>(ages.back()) + 0.5;  // ages are whole: the mean of what was cut off
  }
  EXPECT_THAT(sum / kChoices, DoubleNear(286.1213, 5 * 286.1213 / std::sqrt(kChoices)));
  const std::pair<std::int64_t, double> cases[] = {
      {1, 0.00349}, {10, 0.03435}, {100, 0.29496}, {198, 0.4995}, {857, 0.95}, {1000, 1 - 0.0303},
  };
  for (const auto& [age, share] : cases) {
    const auto younger = std::count_if(ages.begin(), ages.end(), [&](auto a) { return a < age; });
    EXPECT_THAT(static_cast<double>(younger) / kChoices,
                DoubleNear(share, tolerance(share, kChoices) + 5e-5))
        << age;
  }
}

TEST(SequentialRecordsTest, GoesRoundAcrossAllChoosers) {
  std::atomic<std::uint64_t> drawn{0};
  SequentialRecords one(5, 7, drawn);
  SequentialRecords other(5, 7, drawn);
  Rng rng(7);
  std::vector<std::int64_t> seen;
  for (int i = 0; i < 3; ++i) {
    seen.push_back(one.next(rng));
    seen.push_back(other.next(rng));
  }
  EXPECT_THAT(seen, ElementsAre(5, 6, 7, 5, 6, 7));
}

}  // namespace
}  // namespace bridle::internal::bench
