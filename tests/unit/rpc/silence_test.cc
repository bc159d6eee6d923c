#include "rpc/silence.h"

#include <gtest/gtest.h>

#include <chrono>

#include "base/limits.h"

namespace bridle::internal {
namespace {

using namespace std::chrono_literals;

constexpr TimePoint at(Duration since_start) {
  return TimePoint{} + since_start;
}

TEST(SilenceTest, LastsForeverOnlyWhileAnAnswerIsOwed) {
  Silence silence;
  EXPECT_EQ(silence.lasts(10s), kNever);
  silence.expectAnswer(at(5s));
  EXPECT_EQ(silence.lasts(10s), at(15s));
}

TEST(SilenceTest, EachByteSetsItBack) {
  Silence silence;
  silence.expectAnswer(at(0s));
  silence.heard(at(9s), true);
  EXPECT_EQ(silence.lasts(10s), at(19s));
  silence.heard(at(12s), false);
  EXPECT_EQ(silence.lasts(10s), kNever);
}

TEST(SilenceTest, IdleTimeDoesNotCount) {
  Silence silence;
  silence.expectAnswer(at(0s));
  silence.giveUp(at(3s));
  EXPECT_EQ(silence.lasts(10s), kNever);
  silence.expectAnswer(at(100s));
  const Duration counted = 3s + limits::kAnswerOwed;
  EXPECT_EQ(silence.lasts(10s), at(110s) - counted);
}

TEST(SilenceTest, TimeAfterGivingUpCountsOnlyUntilTheNextRequest) {
  Silence silence;
  silence.expectAnswer(at(0ms));
  silence.giveUp(at(100ms));
  silence.expectAnswer(at(200ms));
  EXPECT_EQ(silence.lasts(10s), at(10s));
}

TEST(SilenceTest, ItCanEndTheLimitWithinTheTimeAfterGivingUp) {
  Silence silence;
  silence.expectAnswer(at(0s));
  silence.giveUp(at(9500ms));
  EXPECT_EQ(silence.lasts(10s), at(10s));
}

}  // namespace
}  // namespace bridle::internal
