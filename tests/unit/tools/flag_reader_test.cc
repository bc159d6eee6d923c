#include "tools/flag_reader.h"

#include <gmock/gmock.h>

#include <limits>

#include "base/status.h"
#include "support/status_matchers.h"

namespace bridle::internal {
namespace {

using testing::EndsWith;
using testing::StartsWith;

constexpr auto kMost = std::numeric_limits<std::int64_t>::max();

std::string problemOf(const FlagReader& flags) {
  return std::string(toStd(flags.status().message()));
}

TEST(FlagReaderTest, WholeNumbersAreTakenAsWritten) {
  int port = 1;
  std::uint64_t seed = 1;
  FlagReader flags;
  flags.whole("--port", "65535", {0, 65535}, port)
      .whole("--seed", "9223372036854775807", {0, kMost}, seed);
  EXPECT_THAT(flags.status(), test::IsOk());
  EXPECT_EQ(port, 65535);
  EXPECT_EQ(seed, static_cast<std::uint64_t>(kMost));
}

TEST(FlagReaderTest, AFlagThatWasNotGivenChangesNothing) {
  int port = 1;
  double ratio = 0.5;
  std::string path = "before";
  const FlagReader flags = FlagReader()
                               .whole("--port", std::nullopt, {2, 3}, port)
                               .number("--ratio", std::nullopt, {.least = 1, .most = 2}, ratio)
                               .path("--config", std::nullopt, path);
  EXPECT_THAT(flags.status(), test::IsOk());
  EXPECT_EQ(port, 1);
  EXPECT_EQ(ratio, 0.5);
  EXPECT_EQ(path, "before");
}

TEST(FlagReaderTest, WhatIsNoWholeNumberInTheRangeIsRefused) {
  for (const char* const written :
       {"-1", "9223372036854775808", "99999999999999999999999", "1e3", "0x10", "1.5", "+3", " 3",
        "3 ", "", "nan", "inf", "abc", "3_0"}) {
    std::uint64_t seed = 7;
    FlagReader flags;
    flags.whole("--seed", written, {0, kMost}, seed);
    EXPECT_EQ(problemOf(flags), text("--seed=", written, ": bad value; allowed: a whole number, ",
                                     "at least 0, at most 9223372036854775807"));
    EXPECT_EQ(seed, 7U);
  }
}

TEST(FlagReaderTest, NumbersMayHaveAFractionAndTheirRangeIsSaidInPlainDigits) {
  constexpr OptionRange kRange = {.least = 1, .most = 3'600'000};
  double interval = 0;
  EXPECT_THAT(FlagReader().number("--interval", "2.5", kRange, interval).status(), test::IsOk());
  EXPECT_EQ(interval, 2.5);
  for (const char* const written : {"0", "-1", "1e7", "nan", "inf", "", "0x10", "1s"}) {
    FlagReader flags;
    flags.number("--interval", written, kRange, interval);
    EXPECT_EQ(problemOf(flags), text("--interval=", written, ": bad value; allowed: a number, ",
                                     "at least 1, at most 3600000"));
  }
  EXPECT_EQ(interval, 2.5);
}

TEST(FlagReaderTest, AnEmptyPathIsRefused) {
  std::string path;
  FlagReader flags;
  EXPECT_THAT(problemOf(flags.path("--data-dir", "", path)), StartsWith("--data-dir=: bad value"));
}

TEST(FlagReaderTest, TheFirstProblemCounts) {
  int port = 0;
  std::string path;
  FlagReader flags;
  flags.path("--config", "", path).whole("--port", "x", {0, 9}, port).path("--dir", "", path);
  EXPECT_THAT(problemOf(flags), StartsWith("--config="));
  EXPECT_THAT(problemOf(flags), EndsWith("to do without"));
}

}  // namespace
}  // namespace bridle::internal
