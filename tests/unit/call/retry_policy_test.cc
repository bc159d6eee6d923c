#include "call/retry_policy.h"

#include <gtest/gtest.h>

#include "base/limits.h"

namespace bridle::internal {
namespace {

using namespace std::chrono_literals;

TEST(RetryPolicy, DelaysGrowByThreeUpToASecond) {
  const Duration whole[] = {10ms, 30ms, 90ms, 270ms, 810ms, 1000ms, 1000ms, 1000ms};
  for (int attempts = 1; attempts <= limits::kMaxAttempts; ++attempts) {
    const Duration longest = whole[attempts - 1];
    EXPECT_EQ(retryDelay(attempts, 0), longest / 2) << attempts;
    EXPECT_EQ(retryDelay(attempts, 0.5), longest * 3 / 4) << attempts;
    EXPECT_LT(retryDelay(attempts, 0.999), longest) << attempts;
    EXPECT_GT(retryDelay(attempts, 0.999), longest * 99 / 100) << attempts;
  }
}

TEST(RetryPolicy, AnyNumberOfAttemptsIsBounded) {
  EXPECT_EQ(retryDelay(1'000'000, 0), 500ms);
}

}  // namespace
}  // namespace bridle::internal
