#include "tools/bench/ycsb_report.h"

#include <gmock/gmock.h>

namespace bridle::internal::bench {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

RunSummary summaryOf(const LoopStats& stats, Duration run_time) {
  RunSummary run;
  stats.addTo(run.totals);
  run.run_time = run_time;
  return run;
}

TEST(YcsbReportTest, IsYcsbsTextByteForByte) {
  LoopStats stats;
  for (int i = 0; i < 1000; ++i) {
    stats.request(Series::kRead, OpStatus::kOk, true, i == 999 ? 266'500 : 27);
    stats.operation(true);
  }
  const RunSummary run = summaryOf(stats, 72ms);
  EXPECT_EQ(ycsbReport(run, {.percentiles = {50, 95, 99}}),
            "[OVERALL], RunTime(ms), 72\n"
            "[OVERALL], Throughput(ops/sec), 13888.888888888889\n"
            "[OVERALL], Throughput-OK(ops/sec), 13888.888888888889\n"
            "[READ], Operations, 1000\n"
            "[READ], AverageLatency(us), 0.293473\n"
            "[READ], MinLatency(us), 0\n"
            "[READ], MaxLatency(us), 266\n"
            "[READ], 50thPercentileLatency(us), 0\n"
            "[READ], 95thPercentileLatency(us), 0\n"
            "[READ], 99thPercentileLatency(us), 0\n"
            "[READ], Return=OK, 1000\n");
}

TEST(YcsbReportTest, FailuresHaveTheirOwnSeriesAndReturnLinesTheBaseOne) {
  LoopStats stats;
  const std::pair<OpStatus, int> returns[] = {{OpStatus::kOk, 68},
                                              {OpStatus::kNotFound, 25},
                                              {OpStatus::kError, 5},
                                              {OpStatus::kTimeout, 2}};
  for (const auto& [status, count] : returns) {
    for (int i = 0; i < count; ++i) {
      stats.request(Series::kRead, status, status == OpStatus::kOk, 1000);
      stats.operation(status == OpStatus::kOk);
    }
  }
  const std::string report = ycsbReport(summaryOf(stats, 1s), {.percentiles = {50}});
  EXPECT_EQ(report,
            "[OVERALL], RunTime(ms), 1000\n"
            "[OVERALL], Throughput(ops/sec), 100.0\n"
            "[OVERALL], Throughput-OK(ops/sec), 68.0\n"
            "[READ], Operations, 68\n"
            "[READ], AverageLatency(us), 1.0\n"
            "[READ], MinLatency(us), 1\n"
            "[READ], MaxLatency(us), 1\n"
            "[READ], 50thPercentileLatency(us), 1\n"
            "[READ], Return=OK, 68\n"
            "[READ], Return=NOT_FOUND, 25\n"
            "[READ], Return=TIMEOUT, 2\n"
            "[READ], Return=ERROR, 5\n"
            "[READ-FAILED], Operations, 32\n"
            "[READ-FAILED], AverageLatency(us), 1.0\n"
            "[READ-FAILED], MinLatency(us), 1\n"
            "[READ-FAILED], MaxLatency(us), 1\n"
            "[READ-FAILED], 50thPercentileLatency(us), 1\n");
}

TEST(YcsbReportTest, HasOneSeriesPerKindOfOperation) {
  LoopStats stats;
  stats.request(Series::kUpdate, OpStatus::kOk, true, 1);
  stats.request(Series::kInsert, OpStatus::kTimeout, false, 1);
  stats.readModifyWrite(false, 1);
  stats.verification(OpStatus::kUnexpectedState, 1);
  const std::string report = ycsbReport(summaryOf(stats, 1s), {});
  EXPECT_THAT(report, Not(HasSubstr("[READ]")));
  EXPECT_THAT(report, HasSubstr("[UPDATE], Return=OK, 1\n"));
  EXPECT_THAT(report, HasSubstr("[INSERT], Return=TIMEOUT, 1\n[INSERT-FAILED], Operations, 1\n"));
  EXPECT_THAT(report, HasSubstr("[READ-MODIFY-WRITE-FAILED], Operations, 1\n"));
  EXPECT_THAT(report, Not(HasSubstr("[READ-MODIFY-WRITE], Return")));
  EXPECT_THAT(report, HasSubstr("[VERIFY], Return=UNEXPECTED_STATE, 1\n"));
}

TEST(YcsbReportTest, ARunOfNothingHasNoNaN) {
  EXPECT_EQ(ycsbReport(RunSummary(), {}),
            "[OVERALL], RunTime(ms), 0\n"
            "[OVERALL], Throughput(ops/sec), 0.0\n"
            "[OVERALL], Throughput-OK(ops/sec), 0.0\n");
}

TEST(YcsbReportTest, LabelsWholePercentilesWithAnOrdinal) {
  const std::pair<double, const char*> cases[] = {
      {1, "1st"},     {2, "2nd"},     {3, "3rd"},       {4, "4th"},   {11, "11th"},
      {12, "12th"},   {13, "13th"},   {21, "21st"},     {50, "50th"}, {99, "99th"},
      {100, "100th"}, {99.9, "99.9"}, {99.99, "99.99"},
  };
  for (const auto& [percent, label] : cases) EXPECT_EQ(percentileLabel(percent, false), label);
  EXPECT_EQ(percentileLabel(99, true), "99.0th");
  EXPECT_EQ(percentileLabel(99.9, true), "99.9th");
}

}  // namespace
}  // namespace bridle::internal::bench
