#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "tools/bench/keys.h"
#include "tools/bench/zipfian.h"
#include "unit/tools/gray_shares.h"
#include "unit/tools/statistics.h"

namespace bridle::internal::bench {
namespace {

using test::grayBelow;
using test::measureShares;
using test::tolerance;
using testing::DoubleNear;
using testing::ElementsAre;

constexpr std::int64_t kHead = 400'000;  // virtual items that are computed one by one

// The share of each record, when a draw is taken modulo `modulus` and repeated if it is no record.
std::vector<double> computedShares(std::size_t records, std::size_t modulus) {
  const ScrambledZipfian law(0, static_cast<std::int64_t>(modulus) - 1, Zipfian::kTheta);
  const double tail = 1 - grayBelow(law.ranks(), kHead);
  std::vector<double> shares(modulus, tail / static_cast<double>(modulus));
  for (std::int64_t rank = 0; rank < kHead; ++rank) {
    shares[ycsbHash(rank) % modulus] +=
        grayBelow(law.ranks(), rank + 1) - grayBelow(law.ranks(), rank);
  }
  shares.resize(records);
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  for (double& share : shares) share /= sum;
  return shares;
}

std::vector<std::size_t> hottest(const std::vector<double>& shares, std::size_t count) {
  std::vector<std::size_t> records(shares.size());
  std::iota(records.begin(), records.end(), 0U);
  std::partial_sort(records.begin(), records.begin() + static_cast<std::ptrdiff_t>(count),
                    records.end(),
                    [&](std::size_t a, std::size_t b) { return shares[a] > shares[b]; });
  records.resize(count);
  return records;
}

double topShare(const std::vector<double>& shares, std::size_t count) {
  double sum = 0;
  for (const std::size_t record : hottest(shares, count)) sum += shares[record];
  return sum;
}

TEST(ScrambledZipfianTest, UsesYcsbsVirtualItemsAndStoredZeta) {
  const ScrambledZipfian law(0, 1000, Zipfian::kTheta);
  EXPECT_EQ(law.ranks().items(), 10'000'000'001);
  EXPECT_EQ(law.ranks().zeta(), 26.46902820178302);
  EXPECT_THAT(law.ranks().eta(), DoubleNear(0.21220003380967406, 1e-15));
}

TEST(ScrambledZipfianTest, NearlyHalfOfTheDrawsSpreadEvenly) {
  const ScrambledZipfian law(0, 1000, Zipfian::kTheta);
  EXPECT_THAT(1 - grayBelow(law.ranks(), kHead), DoubleNear(0.454, 5e-4));
}

TEST(ScrambledZipfianTest, SharesOverAThousandItems) {
  const std::vector<double> shares = computedShares(1000, 1000);
  EXPECT_THAT(hottest(shares, 6), ElementsAre(211, 620, 393, 802, 769, 360));
  const double golden[] = {0.03886, 0.02020, 0.01644, 0.01206, 0.00959, 0.00804};
  const std::vector<std::size_t> records = hottest(shares, std::size(golden));
  for (std::size_t i = 0; i < std::size(golden); ++i) {
    EXPECT_THAT(shares[records[i]], DoubleNear(golden[i], 6e-6)) << i;
  }
  EXPECT_THAT(topShare(shares, 10), DoubleNear(0.13124, 2e-5));
  EXPECT_THAT(topShare(shares, 100), DoubleNear(0.29570, 2e-5));
}

TEST(ScrambledZipfianTest, SharesOfWorkloadC) {
  const std::vector<double> shares = computedShares(1000, 1001);
  EXPECT_THAT(hottest(shares, 6), ElementsAre(144, 610, 213, 679, 10, 545));
  const double golden[] = {0.03861, 0.01996, 0.01603, 0.01166, 0.00934, 0.00779};
  const std::vector<std::size_t> records = hottest(shares, std::size(golden));
  for (std::size_t i = 0; i < std::size(golden); ++i) {
    EXPECT_THAT(shares[records[i]], DoubleNear(golden[i], 6e-6)) << i;
  }
  EXPECT_THAT(topShare(shares, 10), DoubleNear(0.12609, 2e-5));
  EXPECT_THAT(topShare(shares, 100), DoubleNear(0.29003, 2e-5));
}

TEST(ScrambledZipfianTest, SharesOfTenThousandRecords) {
  const std::vector<double> shares = computedShares(10'000, 10'001);
  EXPECT_THAT(hottest(shares, 6), ElementsAre(4927, 9555, 5672, 299, 3062, 8435));
  EXPECT_THAT(topShare(shares, 1), DoubleNear(0.03820, 6e-6));
  EXPECT_THAT(topShare(shares, 10), DoubleNear(0.12191, 2e-5));
  EXPECT_THAT(topShare(shares, 100), DoubleNear(0.22904, 2e-5));
}

TEST(ScrambledZipfianTest, TheHottestKeysAreYcsbs) {
  const auto keyOf = [](std::int64_t rank, std::uint64_t records) {
    std::string key;
    KeyNames().write(static_cast<std::int64_t>(ycsbHash(rank) % (records + 1)), key);
    return key;
  };
  EXPECT_EQ(keyOf(0, 1000), "user1573987489603120213");
  EXPECT_EQ(keyOf(1, 1000), "user5817347222824138717");
  EXPECT_EQ(keyOf(2, 1000), "user4153387984724034032");
  EXPECT_EQ(keyOf(0, 10'000), "user2029249960847121105");
  EXPECT_EQ(keyOf(0, 100'000), "user8393955769381534607");
  EXPECT_EQ(keyOf(0, 1'000'000), "user2933389304617401955");
  EXPECT_EQ(keyOf(0, 100'000'000), "user2571001333982442796");
}

TEST(ScrambledZipfianTest, DrawsHaveTheseShares) {
  constexpr int kDraws = 1'000'000;
  const ScrambledZipfian law(0, 999, Zipfian::kTheta);
  Rng rng(5);
  const std::vector<double> shares = measureShares(1000, kDraws, [&] { return law.next(rng); });
  EXPECT_THAT(hottest(shares, 4), ElementsAre(211, 620, 393, 802));
  EXPECT_THAT(shares[211], DoubleNear(0.03886, tolerance(0.03886, kDraws)));
  EXPECT_THAT(topShare(shares, 10), DoubleNear(0.13124, tolerance(0.13124, kDraws)));
  EXPECT_THAT(topShare(shares, 100), DoubleNear(0.29570, tolerance(0.29570, kDraws) + 5e-4));
  EXPECT_EQ(shares[1000], 0);
}

TEST(ScrambledZipfianTest, StaysWithinItsRange) {
  const ScrambledZipfian law(40, 49, 0.9);
  Rng rng(2);
  for (int i = 0; i < 1000; ++i) {
    const std::int64_t record = law.next(rng);
    EXPECT_GE(record, 40);
    EXPECT_LE(record, 49);
  }
}

}  // namespace
}  // namespace bridle::internal::bench
