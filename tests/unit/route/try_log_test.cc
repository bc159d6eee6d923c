#include "route/try_log.h"

#include <gmock/gmock.h>

#include <string>

#include "base/limits.h"

namespace bridle::internal {
namespace {

using testing::EndsWith;

TEST(TryLogTest, CountsEqualOutcomesInTheOrderOfTheFirst) {
  TryLog log;
  for (int i = 0; i < 5; ++i) {
    log.add("a:1", "a:1: connection refused");
    log.add("b:1", "b:1: not the leader");
  }
  log.add("a:1", "a:1: no answer");
  EXPECT_EQ(log.toString(),
            "a:1: connection refused (5 times); b:1: not the leader (5 times); a:1: no answer");
  EXPECT_TRUE(log.knows("a:1"));
  EXPECT_FALSE(log.knows("c:1"));
}

TEST(TryLogTest, SaysSoIfNothingWasTried) {
  EXPECT_EQ(TryLog().toString(), "none was asked in time");
}

TEST(TryLogTest, IsBounded) {
  TryLog log;
  for (std::size_t i = 0; i < 10 * limits::kMaxTriesListed; ++i) {
    log.add("a", "outcome " + std::to_string(i));
  }
  EXPECT_THAT(log.toString(), EndsWith("outcome 15; and more"));
}

}  // namespace
}  // namespace bridle::internal
