#include "tools/bench/status_line.h"

#include <gmock/gmock.h>

#include <sstream>

#include "tools/bench/status_reporter.h"
#include "tools/bench/workload_spec.h"

namespace bridle::internal::bench {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

RunTotals totalsOf(int reads, std::int64_t nanos) {
  LoopStats stats;
  for (int i = 0; i < reads; ++i) {
    stats.request(Series::kRead, OpStatus::kOk, true, nanos);
    stats.operation(true);
  }
  RunTotals totals;
  stats.addTo(totals);
  return totals;
}

TEST(StatusLineTest, HasYcsbsForm) {
  const RunTotals before = totalsOf(0, 0);
  const RunTotals now = totalsOf(490, 2'500);
  const StatusLine line{.label = "",
                        .timestamp = "2026-11-30 11:00:39:620",
                        .elapsed = 1s,
                        .interval = 1s,
                        .left = 1s,
                        .now = &now,
                        .before = &before};
  EXPECT_EQ(line.text(),
            "2026-11-30 11:00:39:620 1 sec: 490 operations; 490 current ops/sec; est completion in "
            "1 second [READ: Count=490, Max=2, Min=2, Avg=2.5, 50=2, 90=2, 99=2, 99.9=2, 99.99=2]");
}

TEST(StatusLineTest, CountsTheIntervalOnlyButAllOperations) {
  const RunTotals before = totalsOf(100, 5'000'000);
  LoopStats added;
  for (int i = 0; i < 50; ++i) added.request(Series::kUpdate, OpStatus::kTimeout, false, 30'000);
  for (int i = 0; i < 50; ++i) added.operation(false);
  RunTotals now = before;
  added.addTo(now);
  const StatusLine line{.label = "night ",
                        .timestamp = "T",
                        .elapsed = 61s,
                        .interval = 1500ms,
                        .left = std::nullopt,
                        .now = &now,
                        .before = &before};
  EXPECT_EQ(line.text(),
            "night T 61 sec: 150 operations; 33.33 current ops/sec; est completion in unknown time "
            "[UPDATE-FAILED: Count=50, Max=30, Min=30, Avg=30, 50=30, 90=30, 99=30, 99.9=30, "
            "99.99=30]");
}

TEST(StatusLineTest, AnIdleIntervalHasNoInfinityAndNoNaN) {
  const RunTotals same = totalsOf(100, 1000);
  const StatusLine line{.label = "",
                        .timestamp = "T",
                        .elapsed = 5s,
                        .interval = 0s,
                        .left = std::nullopt,
                        .now = &same,
                        .before = &same};
  EXPECT_EQ(line.text(),
            "T 5 sec: 100 operations; 0 current ops/sec; est completion in unknown time");
}

std::string reported(std::int64_t operations, std::int64_t end_at, int done) {
  std::ostringstream out;
  StatusReporter reporter({&out, 10s}, operations, 0, end_at);
  EXPECT_FALSE(reporter.isDue(9'999'999'999));
  EXPECT_TRUE(reporter.isDue(10'000'000'000));
  reporter.report(10'000'000'000, totalsOf(done, 1000));
  return out.str();
}

TEST(StatusReporterTest, EstimatesTheEndByOperationsOrTime) {
  constexpr std::int64_t kMinute = 60'000'000'000;
  EXPECT_THAT(reported(1000, WorkloadSpec::kEndless, 100), HasSubstr("in 1 minute 30 seconds ["));
  EXPECT_THAT(reported(WorkloadSpec::kEndless, kMinute, 100), HasSubstr("in 50 seconds ["));
  EXPECT_THAT(reported(1000, kMinute, 100), HasSubstr("in 50 seconds ["));
  EXPECT_THAT(reported(200, kMinute, 100), HasSubstr("in 10 seconds ["));
  EXPECT_THAT(reported(1000, WorkloadSpec::kEndless, 0), HasSubstr("in unknown time"));
  EXPECT_THAT(reported(WorkloadSpec::kEndless - 1, WorkloadSpec::kEndless, 1),
              HasSubstr("in 11574 days 1 hour ["));
}

}  // namespace
}  // namespace bridle::internal::bench
