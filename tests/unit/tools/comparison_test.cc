#include "tools/bench/comparison.h"

#include <gmock/gmock.h>

#include "tools/bench/summary_table.h"

namespace bridle::internal::bench {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

// 1000 reads: `slow` of them take 150 ms, the others 1 ms.
RunSummary runOf(int slow, Duration run_time) {
  LoopStats stats;
  for (int i = 0; i < 1000; ++i) {
    stats.request(Series::kRead, OpStatus::kOk, true, i < slow ? 150'000'000 : 1'000'000);
    stats.operation(true);
  }
  RunSummary run;
  stats.addTo(run.totals);
  run.run_time = run_time;
  run.lanes = 8;
  run.loops = 1;
  run.seed = 42;
  return run;
}

TEST(ComparisonTest, PutsBothRunsSideBySide) {
  const RunSummary off = runOf(10, 2s);
  RunSummary on = runOf(0, 1s);
  on.backups = {.reads = 1000, .sent = 15, .won = 9, .denied = 1};
  const Comparison comparison{off, on};
  EXPECT_EQ(comparison.table(),
            "backup requests                   off             on       change\n"
            "ops/s                             500           1000     +100.0 %\n"
            "read p50 (ms)                   1.004          1.000       -0.4 %\n"
            "read p99 (ms)                   1.004          1.000       -0.4 %\n"
            "read p99.9 (ms)               150.000          1.000      -99.3 %\n"
            "read p99.99 (ms)              150.000          1.000      -99.3 %\n"
            "read max (ms)                 150.000          1.000      -99.3 %\n"
            "backup requests sent                0             15\n"
            "backup requests won                 0              9\n"
            "extra load (%)                   0.00           1.50\n"
            "failed operations                   0              0\n");
  EXPECT_EQ(comparison.resultLine(),
            "RESULT p999_off_ms=150.000 p999_on_ms=1.000 extra_load_pct=1.500 ops_off=500.0 "
            "ops_on=1000.0 errors=0\n");
}

TEST(ComparisonTest, RunsOfNothingHaveNoNaN) {
  const RunSummary nothing;
  EXPECT_EQ((Comparison{nothing, nothing}.resultLine()),
            "RESULT p999_off_ms=0.000 p999_on_ms=0.000 extra_load_pct=0.000 ops_off=0.0 "
            "ops_on=0.0 errors=0\n");
}

TEST(SummaryTableTest, SaysWhatWasDoneAndWhatWentWrong) {
  RunSummary run = runOf(10, 2s);
  run.cpu_time = 3ms;
  run.totals.warmup = 77;
  run.cut_off = 2;
  run.backups = {.reads = 1000, .sent = 15, .won = 9, .denied = 1};
  LoopStats failures;
  failures.request(Series::kUpdate, OpStatus::kTimeout, false, 5'000'000);
  failures.operation(false);
  failures.addTo(run.totals);
  run.errors = {"UPDATE of user1: TIMEOUT: no answer"};
  const std::string table = summaryTable(run);
  EXPECT_THAT(table,
              testing::StartsWith("bench run: 1001 operations in 2.000 s, 500 ops/s, 1 failed; "
                                  "1.2 requests in flight on 8 lanes and 1 loops; client CPU "
                                  "3.00 us/op; seed 42\n"));
  EXPECT_THAT(table, HasSubstr("warm-up, left out: 77 operations\n"));
  EXPECT_THAT(table, HasSubstr("cut off: 2 operations were never answered\n"));
  EXPECT_THAT(table, HasSubstr("backup requests: 15 sent (1.50 % of reads), 9 won, 1 denied\n"));
  EXPECT_THAT(table, HasSubstr("READ                            1000     2.490     1.004     1.004"
                               "     1.004   150.000   150.000   150.000\n"));
  EXPECT_THAT(table, HasSubstr("UPDATE-FAILED                      1     5.000"));
  EXPECT_THAT(table, HasSubstr("  UPDATE TIMEOUT: 1\n"));
  EXPECT_THAT(table, HasSubstr("  for example UPDATE of user1: TIMEOUT: no answer\n"));
}

}  // namespace
}  // namespace bridle::internal::bench
