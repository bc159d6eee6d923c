#include "rpc/backoff.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <vector>

namespace bridle::internal {
namespace {

using namespace std::chrono_literals;

std::vector<Duration> pauses(Backoff& backoff, int count) {
  std::vector<Duration> found;
  TimePoint now{};
  for (int i = 0; i < count; ++i) {
    backoff.pause(now, 1s);
    found.push_back(backoff.until() - now);
    now = backoff.until();
  }
  return found;
}

TEST(BackoffTest, DoublesWithAQuarterOfJitterUpToTheLongest) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Backoff backoff(10ms, seed);
    Duration expected = 10ms;
    for (const Duration pause : pauses(backoff, 12)) {
      EXPECT_GE(pause, expected * 3 / 4);
      EXPECT_LE(pause, expected * 5 / 4);
      EXPECT_LE(pause, 1s);
      expected = std::min<Duration>(expected * 2, 800ms);
    }
  }
}

TEST(BackoffTest, JitterSpreadsOverTheWholeRange) {
  Rng rng(3);
  Duration least = 1h;
  Duration most{};
  for (int i = 0; i < 10'000; ++i) {
    least = std::min(least, jittered(100ms, rng));
    most = std::max(most, jittered(100ms, rng));
  }
  EXPECT_GE(least, 75ms);
  EXPECT_LT(least, 76ms);
  EXPECT_LE(most, 125ms);
  EXPECT_GT(most, 124ms);
}

TEST(BackoffTest, IsShortAgainAfterAReset) {
  Backoff backoff(10ms, 1);
  pauses(backoff, 8);
  backoff.reset();
  EXPECT_LE(pauses(backoff, 1).front(), 12'500us);
}

TEST(BackoffTest, IsOverBeforeTheFirstPauseAndFromItsEndOn) {
  Backoff backoff(10ms, 1);
  EXPECT_TRUE(backoff.over(TimePoint{}));
  backoff.pause(TimePoint{}, 1s);
  EXPECT_FALSE(backoff.over(backoff.until() - 1ns));
  EXPECT_TRUE(backoff.over(backoff.until()));
}

}  // namespace
}  // namespace bridle::internal
