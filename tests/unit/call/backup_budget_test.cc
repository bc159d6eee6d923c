#include "call/backup_budget.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "base/rng.h"

namespace bridle::internal {
namespace {

using namespace std::chrono_literals;

constexpr TimePoint kStart = TimePoint{} + 1h;

int takeAll(BackupBudget& budget) {
  int taken = 0;
  while (budget.tryTake()) ++taken;
  return taken;
}

// `reads` timely reads, evenly spread over `time` from `start`.
void readTimely(BackupBudget& budget, TimePoint start, int reads, Duration time) {
  for (int i = 0; i < reads; ++i) budget.onTimelyRead(start + time * i / reads);
}

TEST(BackupBudget, StartsWithTenTokens) {
  BackupBudget budget(0.05);
  EXPECT_EQ(takeAll(budget), 10);
  EXPECT_EQ(budget.tokens(), 0);
}

TEST(BackupBudget, EachTimelyReadPaysInItsShareExactly) {
  BackupBudget budget(0.05);
  takeAll(budget);
  for (int i = 0; i < 19; ++i) budget.onTimelyRead(kStart);
  EXPECT_FALSE(budget.tryTake());
  budget.onTimelyRead(kStart);
  EXPECT_TRUE(budget.tryTake());
  EXPECT_FALSE(budget.tryTake());
}

TEST(BackupBudget, AThirdIsNoMoreThanAThird) {
  BackupBudget budget(1.0 / 3);
  takeAll(budget);
  int taken = 0;
  for (int i = 0; i < 3'000'000; ++i) {
    budget.onTimelyRead(kStart);
    if (budget.tryTake()) ++taken;
  }
  EXPECT_LE(taken, 1'000'000);
  EXPECT_GE(taken, 999'990);
}

TEST(BackupBudget, ARatioOfZeroAllowsNone) {
  BackupBudget budget(0);
  EXPECT_FALSE(budget.tryTake());
  readTimely(budget, kStart, 100'000, 5s);
  EXPECT_FALSE(budget.tryTake());
}

TEST(BackupBudget, ARatioOfOneLimitsNothing) {
  BackupBudget budget(1);
  for (int i = 0; i < 100'000; ++i) ASSERT_TRUE(budget.tryTake());
}

struct Burst {
  double ratio;
  int reads_per_second;
  int tokens;
};

// Half a second's worth of tokens, but at least 4 and at most 4096.
TEST(BackupBudget, TheBucketGrowsWithTheRateOfReads) {
  for (const auto& [ratio, rate, tokens] : {Burst{0.05, 10'000, 250}, Burst{0.05, 100, 4},
                                            Burst{0.01, 10'000, 50}, Burst{0.5, 40'000, 4096}}) {
    BackupBudget budget(ratio);
    readTimely(budget, kStart, rate * 20, 20s);
    EXPECT_NEAR(takeAll(budget), tokens, 1) << ratio << " of " << rate << "/s";
  }
}

TEST(BackupBudget, TheBucketShrinksWhenTheRateFalls) {
  BackupBudget budget(0.05);
  readTimely(budget, kStart, 100'000, 10s);
  EXPECT_GT(budget.tokens(), 200);
  readTimely(budget, kStart + 10s, 100, 10s);
  EXPECT_EQ(takeAll(budget), 4);
}

TEST(BackupBudget, ALongPauseDoesNotFillIt) {
  BackupBudget budget(0.05);
  takeAll(budget);
  budget.onTimelyRead(kStart);
  budget.onTimelyRead(kStart + 24h);
  EXPECT_DOUBLE_EQ(budget.tokens(), 0.1);
}

// In any run, at any rate and in any order, what was taken is covered by what was there and paid
// in.
TEST(BackupBudget, NeverGivesMoreThanWasPaidIn) {
  for (const double ratio : {0.0, 0.01, 0.02, 0.05, 0.3, 0.999}) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      Rng rng(seed);
      BackupBudget budget(ratio);
      const double initial = budget.tokens();
      TimePoint now = kStart;
      std::int64_t paid = 0;
      std::int64_t taken = 0;
      for (int i = 0; i < 20'000; ++i) {
        now += Duration(static_cast<Duration::rep>(rng.below(1'000'000) * (seed % 5)));
        if (rng.chance(0.7)) {
          budget.onTimelyRead(now);
          ++paid;
        } else if (budget.tryTake()) {
          ++taken;
        }
        ASSERT_GE(budget.tokens(), 0);
        ASSERT_LE(static_cast<double>(taken) + budget.tokens(),
                  initial + ratio * static_cast<double>(paid) + 1e-6)
            << "ratio " << ratio << ", seed " << seed << ", event " << i;
      }
    }
  }
}

}  // namespace
}  // namespace bridle::internal
