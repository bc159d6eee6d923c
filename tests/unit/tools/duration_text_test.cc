#include "tools/bench/duration_text.h"

#include <gmock/gmock.h>

namespace bridle::internal::bench {
namespace {

using namespace std::chrono_literals;

TEST(DurationTextTest, ReadsNumbersWithAndWithoutUnit) {
  EXPECT_EQ(parseDuration("5"), 5s);
  EXPECT_EQ(parseDuration("0"), 0s);
  EXPECT_EQ(parseDuration("1.5s"), 1500ms);
  EXPECT_EQ(parseDuration("250ms"), 250ms);
  EXPECT_EQ(parseDuration("40us"), 40us);
  EXPECT_EQ(parseDuration("2m"), 2min);
  EXPECT_EQ(parseDuration("1h"), 1h);
}

TEST(DurationTextTest, RefusesEverythingElse) {
  for (const char* text : {"", "s", "-1", "1 s", "1d", "5ss", "1e3", "nan", "inf", "99999999h"}) {
    EXPECT_EQ(parseDuration(text), std::nullopt) << text;
  }
}

TEST(DurationTextTest, SaysDurationsInTwoUnits) {
  EXPECT_EQ(durationWords(0s), "0 seconds");
  EXPECT_EQ(durationWords(400ms), "1 second");
  EXPECT_EQ(durationWords(59s), "59 seconds");
  EXPECT_EQ(durationWords(60s), "1 minute");
  EXPECT_EQ(durationWords(125s), "2 minutes 5 seconds");
  EXPECT_EQ(durationWords(3600s + 59s), "1 hour");
  EXPECT_EQ(durationWords(27h + 5min), "1 day 3 hours");
}

}  // namespace
}  // namespace bridle::internal::bench
