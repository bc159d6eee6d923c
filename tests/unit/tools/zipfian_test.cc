#include "tools/bench/zipfian.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "unit/tools/gray_shares.h"
#include "unit/tools/statistics.h"

namespace bridle::internal::bench {
namespace {

using test::grayBelow;
using test::measureShares;
using test::tolerance;
using testing::DoubleNear;

constexpr double kTheta = 0.99;

double exactBelow(const Zipfian& law, std::int64_t rank) {
  return rank == 0 ? 0 : zeta(rank, kTheta) / law.zeta();
}

// Half the sum of all differences between the exact law and the approximation.
double totalVariation(const Zipfian& law) {
  double sum = 0;
  for (std::int64_t rank = 0; rank < law.items(); ++rank) {
    const double exact = std::pow(static_cast<double>(rank + 1), -kTheta) / law.zeta();
    sum += std::abs(grayBelow(law, rank + 1) - grayBelow(law, rank) - exact);
  }
  return sum / 2;
}

TEST(ZetaTest, HasTwelveDigitsForAnyNumberOfItems) {
  const std::pair<std::int64_t, double> cases[] = {
      {1, 1},
      {2, 1.5034777750283594},
      {10, 2.9561075165103636},
      {100, 5.2945688313771640},
      {1000, 7.728953217284729},
      {1001, 7.730023676840303},
      {10'000, 10.224361459595578},
      {100'000, 12.778338062551246},
      {1'000'000, 15.391849746037371},
      {10'000'000, 18.066242574968303},
      {100'000'000, 20.802930490024424},
      {1'000'000'000, 23.603364104125100},
      {10'000'000'000, 26.469028201751479},
  };
  for (const auto& [n, expected] : cases) {
    EXPECT_THAT(zeta(n, kTheta), DoubleNear(expected, 1e-12 * expected)) << n;
  }
}

TEST(ZetaTest, AgreesWithTheSumForOtherThetas) {
  for (const double theta : {0.5, 0.9, 1.0, 1.2, 2.0}) {
    double sum = 0;
    for (int i = 1; i <= 100'000; ++i) sum += std::pow(i, -theta);
    EXPECT_THAT(zeta(100'000, theta), DoubleNear(sum, 1e-12 * sum)) << theta;
  }
}

TEST(ZipfianTest, EtaIsYcsbs) {
  const std::pair<std::int64_t, double> cases[] = {
      {10, 0.03248997361874519},
      {100, 0.05357974299304715},
      {1000, 0.07480608670689805},
      {1'000'000, 0.1362913333941101},
  };
  for (const auto& [items, eta] : cases) {
    EXPECT_THAT(Zipfian(items, kTheta).eta(), DoubleNear(eta, 1e-12)) << items;
  }
}

TEST(ZipfianTest, GivesTheGoldenRanks) {
  const Zipfian law(1000, kTheta);
  const std::pair<double, std::int64_t> cases[] = {
      {0, 0},      {0.1, 0},    {0.12, 0},    {0.13, 1},     {0.19, 1},
      {0.195, 2},  {0.2, 2},    {0.25, 3},    {0.3, 4},      {0.4, 10},
      {0.5, 22},   {0.6, 47},   {0.7, 103},   {0.8, 221},    {0.9, 471},
      {0.95, 687}, {0.99, 927}, {0.999, 992}, {0.9999, 999}, {0.999999, 999},
  };
  for (const auto& [u, rank] : cases) EXPECT_EQ(law.rank(u), rank) << u;
}

TEST(ZipfianTest, NeverLeavesTheRange) {
  const double last = std::nextafter(1.0, 0.0);
  for (const double theta : {0.5, 0.9, 0.99, 1.0, 1.2}) {
    for (const std::int64_t items : {1L, 2L, 3L, 1000L, 1'000'000'000L}) {
      EXPECT_EQ(Zipfian(items, theta).rank(0), 0);
      EXPECT_LT(Zipfian(items, theta).rank(last), items) << theta << " " << items;
    }
  }
}

TEST(ZipfianTest, GrowsToTheSameZetaAndToANewEta) {
  Zipfian grown(100, kTheta);
  grown.grow(200, false);
  EXPECT_EQ(grown.items(), 200);
  EXPECT_EQ(grown.zeta(), Zipfian(200, kTheta).zeta());  // to the last bit
  EXPECT_THAT(grown.eta(), DoubleNear(0.05998862769129696, 1e-14));
}

TEST(ZipfianTest, LegacyEtaStaysWithTheFirstNumberOfItems) {
  Zipfian grown(100, kTheta);
  grown.grow(200, true);
  EXPECT_THAT(grown.eta(), DoubleNear(0.05113510005259182, 1e-14));
}

TEST(ZipfianTest, GrowsOneByOneWithoutDrift) {
  Zipfian grown(1000, kTheta);
  for (std::int64_t n = 1001; n <= 20'000; ++n) grown.grow(n, false);
  EXPECT_THAT(grown.zeta(), DoubleNear(zeta(20'000, kTheta), 1e-11));
  grown.grow(10, false);
  EXPECT_EQ(grown.items(), 20'000);  // fewer items are ignored
}

TEST(ZipfianTest, SharesAreThoseOfGraysApproximation) {
  const struct {
    std::int64_t items;
    std::int64_t top;
    double exact;
    double gray;
  } cases[] = {
      {1000, 10, 0.38247, 0.39835},      {1000, 100, 0.68503, 0.69571},
      {1000, 200, 0.77893, 0.78657},     {100, 10, 0.55833, 0.57516},
      {10'000, 1, 0.09781, 0.09781},     {10'000, 10, 0.28912, 0.30271},
      {10'000, 100, 0.51784, 0.52981},   {1'000'000, 1, 0.06497, 0.06497},
      {1'000'000, 10, 0.19206, 0.20208}, {1'000'000, 10'000, 0.66427, 0.66977},
  };
  for (const auto& c : cases) {
    const Zipfian law(c.items, kTheta);
    EXPECT_THAT(exactBelow(law, c.top), DoubleNear(c.exact, 6e-6)) << c.items << " " << c.top;
    EXPECT_THAT(grayBelow(law, c.top), DoubleNear(c.gray, 6e-6)) << c.items << " " << c.top;
  }
}

TEST(ZipfianTest, DistanceFromTheExactLawIsKnown) {
  EXPECT_THAT(totalVariation(Zipfian(1000, kTheta)), DoubleNear(0.0161, 6e-5));
  EXPECT_THAT(totalVariation(Zipfian(10'000, kTheta)), DoubleNear(0.0142, 6e-5));
  EXPECT_THAT(totalVariation(Zipfian(100'000, kTheta)), DoubleNear(0.0125, 6e-5));
  EXPECT_THAT(totalVariation(Zipfian(1'000'000, kTheta)), DoubleNear(0.0110, 6e-5));
}

TEST(ZipfianTest, DrawsHaveTheseShares) {
  constexpr int kDraws = 1'000'000;
  const Zipfian law(1000, kTheta);
  Rng rng(1);
  const std::vector<double> shares = measureShares(1000, kDraws, [&] { return law.next(rng); });
  const double gray[] = {0.12938, 0.06514, 0.05104, 0.03634, 0.02826, 0.02314};
  for (std::size_t rank = 0; rank < std::size(gray); ++rank) {
    EXPECT_THAT(shares[rank], DoubleNear(gray[rank], tolerance(gray[rank], kDraws))) << rank;
  }
  const double top10 = std::accumulate(shares.begin(), shares.begin() + 10, 0.0);
  const double top100 = std::accumulate(shares.begin(), shares.begin() + 100, 0.0);
  EXPECT_THAT(top10, DoubleNear(0.39835, tolerance(0.39835, kDraws)));
  EXPECT_THAT(top100, DoubleNear(0.69571, tolerance(0.69571, kDraws)));
  EXPECT_EQ(shares[1000], 0);
}

TEST(ZipfianTest, ThetaOneIsTheLimitOfItsNeighbours) {
  const Zipfian one(1000, 1.0);
  const Zipfian near(1000, 1.0 + 1e-9);
  for (double u = 0; u < 1; u += 0.01) EXPECT_LE(std::abs(one.rank(u) - near.rank(u)), 1) << u;
}

}  // namespace
}  // namespace bridle::internal::bench
