#include "tools/bench/runner.h"

#include <gmock/gmock.h>

#include <set>
#include <sstream>

#include "tools/bench/noop_target.h"
#include "unit/tools/virtual_target.h"
#include "unit/tools/workload_files.h"

namespace bridle::internal::bench {
namespace {

using namespace std::chrono_literals;
using test::specOf;
using test::specOfFile;
using test::VirtualTarget;
using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;
using Answer = VirtualTarget::Answer;
using Request = VirtualTarget::Request;

const std::atomic<bool> kNotInterrupted{false};

RunSummary run(WorkloadSpec spec, Target& target, const RunOptions& options,
               const std::atomic<bool>& interrupted = kNotInterrupted) {
  Workload workload(std::move(spec), 1);
  return Runner(workload, target, options, interrupted).run();
}

std::uint64_t returned(const RunSummary& summary, Series series, OpStatus status) {
  return summary.totals.of(series).returns[static_cast<std::size_t>(status)];
}

TEST(OperationsOfLaneTest, AreSharedOutEvenly) {
  const auto shares = [](std::int64_t operations, std::size_t lanes) {
    std::vector<std::int64_t> all;
    for (std::size_t i = 0; i < lanes; ++i) all.push_back(operationsOfLane(operations, lanes, i));
    return all;
  };
  EXPECT_THAT(shares(1003, 4), ElementsAre(251, 251, 251, 250));
  EXPECT_THAT(shares(10, 3), ElementsAre(4, 3, 3));
  EXPECT_THAT(shares(1, 2), ElementsAre(1, 0));
  EXPECT_THAT(shares(WorkloadSpec::kEndless, 2),
              ElementsAre(WorkloadSpec::kEndless, WorkloadSpec::kEndless));
}

TEST(RunnerTest, DoesEveryOperationOnceAndObeysLittlesLaw) {
  VirtualTarget target([](const Request& r) { return Answer{r.write ? 3ms : 1ms}; });
  const RunSummary summary = run(specOfFile('a', {"operationcount=40003"}), target, {.lanes = 8});
  EXPECT_EQ(summary.totals.ok, 40'003U);
  EXPECT_EQ(summary.totals.failed + summary.cut_off, 0U);
  EXPECT_EQ(target.requests, 40'003U);
  EXPECT_EQ(
      summary.totals.of(Series::kRead).ok.count() + summary.totals.of(Series::kUpdate).ok.count(),
      40'003U);
  EXPECT_EQ(summary.totals.of(Series::kRead).ok.max(), 1'000'000);
  EXPECT_EQ(summary.totals.of(Series::kUpdate).ok.min(), 3'000'000);
  EXPECT_THAT(summary.meanInFlight(), DoubleNear(8, 0.16));
}

TEST(RunnerTest, TheRateComesFromTheMeasuredTime) {
  VirtualTarget target([](const Request&) { return Answer{2ms}; });
  const RunSummary summary = run(specOfFile('c'), target, {.lanes = 10});
  EXPECT_EQ(summary.run_time, 200ms);
  EXPECT_DOUBLE_EQ(summary.attemptedPerSecond(), 5000);
}

TEST(RunnerTest, AReadModifyWriteIsReadPlusUpdate) {
  VirtualTarget target([](const Request& r) { return Answer{r.write ? 3ms : 1ms}; });
  const RunSummary summary = run(specOfFile('f'), target, {.lanes = 2});
  const RunTotals& totals = summary.totals;
  const std::uint64_t both = totals.of(Series::kReadModifyWrite).ok.count();
  EXPECT_EQ(totals.ok, 1000U);  // counted once
  EXPECT_GT(both, 400U);
  EXPECT_EQ(totals.of(Series::kRead).ok.count(), 1000U);
  EXPECT_EQ(totals.of(Series::kUpdate).ok.count(), both);
  EXPECT_EQ(totals.of(Series::kReadModifyWrite).ok.min(), 4'000'000);
  EXPECT_EQ(totals.of(Series::kReadModifyWrite).ok.max(), 4'000'000);
}

TEST(RunnerTest, FailuresDoNotMixWithLatenciesOfSuccess) {
  VirtualTarget target([](const Request& r) {
    return r.number % 2 == 0 ? Answer{20ms} : Answer{1ms, OpStatus::kTimeout, "", "no answer"};
  });
  const RunSummary summary = run(specOfFile('c'), target, {.lanes = 1});
  const SeriesTotals& reads = summary.totals.of(Series::kRead);
  EXPECT_EQ(reads.ok.min(), 20'000'000);
  EXPECT_EQ(reads.failed.max(), 1'000'000);
  EXPECT_EQ(summary.totals.ok, 500U);
  EXPECT_EQ(summary.totals.failed, 500U);
  EXPECT_EQ(returned(summary, Series::kRead, OpStatus::kTimeout), 500U);
  ASSERT_EQ(summary.errors.size(), 5U);
  EXPECT_THAT(summary.errors[0], testing::MatchesRegex("READ of user[0-9]+: TIMEOUT: no answer"));
}

TEST(RunnerTest, AReadModifyWriteFailsWithAnyOfItsParts) {
  VirtualTarget target([](const Request& r) {
    return Answer{1ms, r.write ? OpStatus::kOk : OpStatus::kNotFound};
  });
  const RunSummary summary =
      run(specOfFile('f', {"readproportion=0", "operationcount=100"}), target, {.lanes = 1});
  EXPECT_EQ(summary.totals.failed, 100U);
  EXPECT_EQ(summary.totals.of(Series::kUpdate).ok.count(), 100U);
  EXPECT_EQ(summary.totals.of(Series::kReadModifyWrite).failed.count(), 100U);
}

TEST(RunnerTest, WarmupIsLeftOutButCounted) {
  VirtualTarget target([](const Request& r) { return Answer{r.at < 2s ? 10ms : 1ms}; });
  const RunSummary summary =
      run(specOfFile('c', {"operationcount=5000"}), target, {.lanes = 4, .warmup = 3s});
  EXPECT_EQ(summary.totals.ok, 5000U);
  EXPECT_EQ(summary.totals.warmup, 4 * (200U + 1000U));
  EXPECT_EQ(summary.totals.of(Series::kRead).ok.max(), 1'000'000);
  EXPECT_EQ(summary.run_time, 1250ms);
}

TEST(RunnerTest, TheTimeLimitEndsAnEndlessRun) {
  VirtualTarget target([](const Request&) { return Answer{1ms}; });
  const RunSummary summary = run(specOfFile('c', {"operationcount=0"}), target,
                                 {.lanes = 3, .warmup = 1s, .max_time = 2s});
  EXPECT_EQ(summary.totals.ok, 6000U);
  EXPECT_EQ(summary.run_time, 2s);
}

TEST(RunnerTest, OperationsThatAreNeverAnsweredAreCutOff) {
  VirtualTarget target(
      [](const Request& r) { return r.number < 10 ? std::optional(Answer{1ms}) : std::nullopt; });
  const RunSummary summary = run(specOfFile('c'), target, {.lanes = 3});
  EXPECT_EQ(summary.totals.ok, 10U);
  EXPECT_EQ(summary.cut_off, 3U);
}

TEST(RunnerTest, AnswersAfterTheEndChangeNothing) {
  Completion* asking = nullptr;
  VirtualTarget target([](const Request&) { return std::nullopt; });
  target.on_request = [&asking](Completion& done) { asking = &done; };
  Workload workload(specOfFile('c'), 1);
  Runner runner(workload, target, {.lanes = 1}, kNotInterrupted);
  EXPECT_EQ(runner.run().cut_off, 1U);
  ASSERT_NE(asking, nullptr);
  asking->onDone({.status = OpStatus::kError});
  EXPECT_EQ(target.requests, 1U);
}

// A loop that waits for ever, as one with a silent server behind does.
class SilentTarget final : public Target, public Loop {
 public:
  explicit SilentTarget(std::atomic<bool>& interrupted) : interrupted_(interrupted) {}

  std::size_t loops() const override { return 1; }
  Loop& loop(std::size_t) override { return *this; }
  void send(const bench::Request&, Completion&) override { interrupted_ = true; }
  void wait(Duration, Completion&) override {}
  std::int64_t nowNanos() override { return 0; }
  void run() override { stopped_.wait(false); }
  void stop() override {
    stopped_ = true;
    stopped_.notify_all();
  }

 private:
  std::atomic<bool>& interrupted_;
  std::atomic<bool> stopped_{false};
};

TEST(RunnerTest, AnInterruptEndsEvenARunThatHangs) {
  std::atomic<bool> interrupted{false};
  SilentTarget target(interrupted);
  const RunSummary summary = run(specOfFile('c'), target, {.lanes = 2}, interrupted);
  EXPECT_TRUE(summary.interrupted);
  EXPECT_EQ(summary.cut_off, 2U);
  EXPECT_EQ(summary.totals.attempted(), 0U);
  EXPECT_EQ(summary.attemptedPerSecond(), 0);
}

TEST(RunnerTest, ALoadStopsAtAFailedInsertAndNamesIt) {
  VirtualTarget target([](const Request& r) {
    return Answer{1ms, r.number == 4 ? OpStatus::kTimeout : OpStatus::kOk, "", "too slow"};
  });
  const RunSummary summary = run(specOf({"recordcount=1000"}, Phase::kLoad), target, {.lanes = 1});
  EXPECT_EQ(summary.totals.ok, 4U);
  EXPECT_EQ(summary.totals.failed, 1U);
  EXPECT_THAT(summary.failure, HasSubstr("the load stopped: INSERT of user3232700585171816769: "
                                         "TIMEOUT: too slow after 0 retries"));
}

TEST(RunnerTest, ALoadMayGoOnWithoutARecord) {
  VirtualTarget target([](const Request& r) {
    return Answer{1ms, r.number == 4 ? OpStatus::kTimeout : OpStatus::kOk};
  });
  const RunSummary summary =
      run(specOf({"recordcount=1000", "core_workload_insertion_keep_going_on_error=true"},
                 Phase::kLoad),
          target, {.lanes = 3});
  EXPECT_EQ(summary.totals.ok, 999U);
  EXPECT_EQ(summary.totals.failed, 1U);
  EXPECT_EQ(summary.failure, "");
}

TEST(RunnerTest, ALoadRetriesFailedInsertsAfterAPause) {
  std::set<std::string> inserted;
  VirtualTarget target([&](const Request& r) {
    if (r.number == 10 || r.number == 11 || r.number == 500) return Answer{1ms, OpStatus::kError};
    inserted.insert(r.key);
    return Answer{1ms};
  });
  const RunSummary summary =
      run(specOf({"recordcount=1000", "core_workload_insertion_retry_limit=5",
                  "core_workload_insertion_retry_interval=1"},
                 Phase::kLoad),
          target, {.lanes = 1});
  EXPECT_EQ(target.requests, 1003U);
  EXPECT_EQ(target.pauses, 3U);
  EXPECT_EQ(inserted.size(), 1000U);
  EXPECT_EQ(summary.totals.ok, 1000U);
  EXPECT_EQ(summary.totals.failed, 0U);
  EXPECT_EQ(returned(summary, Series::kInsert, OpStatus::kError), 3U);
  EXPECT_GE(summary.run_time, 1003ms + 2400ms);
  EXPECT_LE(summary.run_time, 1003ms + 3600ms);
}

TEST(RunnerTest, ALoadHasNoWarmup) {
  VirtualTarget target([](const Request&) { return Answer{1ms}; });
  const RunSummary summary =
      run(specOf({"recordcount=10"}, Phase::kLoad), target, {.lanes = 1, .warmup = 1h});
  EXPECT_EQ(summary.totals.ok, 10U);
  EXPECT_EQ(summary.totals.warmup, 0U);
}

TEST(RunnerTest, ReadValuesAreVerified) {
  const std::vector<std::string> settings = {"recordcount=1",      "operationcount=30",
                                             "readproportion=1",   "updateproportion=0",
                                             "dataintegrity=true", "fieldcount=1"};
  std::string expected;
  appendIntegrityValue("user6284781860667377211", "field0", 100, expected);
  VirtualTarget target([&](const Request& r) {
    if (r.number % 3 == 0) return Answer{1ms, OpStatus::kOk, expected};
    if (r.number % 3 == 1) return Answer{1ms, OpStatus::kOk, "something else"};
    return Answer{1ms, OpStatus::kNotFound};
  });
  const RunSummary summary = run(specOf(settings), target, {.lanes = 1});
  EXPECT_EQ(returned(summary, Series::kVerify, OpStatus::kOk), 10U);
  EXPECT_EQ(returned(summary, Series::kVerify, OpStatus::kUnexpectedState), 10U);
  EXPECT_EQ(returned(summary, Series::kVerify, OpStatus::kError), 10U);
}

TEST(RunnerTest, BackupRequestsOfTheMeasuredPartAreCounted) {
  VirtualTarget target([&target](const Request& r) {
    ++target.backups.reads;
    if (r.number % 10 == 0) ++target.backups.sent;
    return Answer{1ms};
  });
  const RunSummary summary =
      run(specOfFile('c', {"operationcount=500"}), target, {.lanes = 1, .warmup = 500ms});
  EXPECT_EQ(summary.backups.reads, 500U);
  EXPECT_EQ(summary.backups.sent, 50U);
  EXPECT_DOUBLE_EQ(summary.extraLoadPercent(), 10);
}

TEST(RunnerTest, InsertsOfAllLoopsMakeOneSequence) {
  NoopTarget target(3);
  Workload workload(specOfFile('d', {"operationcount=20000"}), 1);
  const RunSummary summary = Runner(workload, target, {.lanes = 9}, kNotInterrupted).run();
  EXPECT_EQ(summary.totals.ok, 20'000U);
  EXPECT_EQ(summary.loops, 3U);
  const std::uint64_t inserts = summary.totals.of(Series::kInsert).ok.count();
  EXPECT_EQ(workload.inserts().last(), 999 + static_cast<std::int64_t>(inserts));
  EXPECT_GT(summary.cpu_time, Duration::zero());
}

// Answers within the call: as deep as the stack would go if each answer asked the next question.
class ImmediateTarget final : public Target, public Loop {
 public:
  std::size_t loops() const override { return 1; }
  Loop& loop(std::size_t) override { return *this; }
  void send(const bench::Request&, Completion& done) override { done.onDone({}); }
  void wait(Duration, Completion& done) override { done.onDone({}); }
  std::int64_t nowNanos() override { return ++now_; }
  void run() override {}
  void stop() override {}

 private:
  std::int64_t now_ = 0;
};

TEST(RunnerTest, ImmediateAnswersDoNotRecurse) {
  ImmediateTarget target;
  const RunSummary summary = run(specOfFile('f', {"operationcount=200000"}), target, {.lanes = 2});
  EXPECT_EQ(summary.totals.ok, 200'000U);
}

// Ends the run that writes to it after the first line.
class OneLine final : public std::stringbuf {
 public:
  explicit OneLine(std::atomic<bool>& interrupted) : interrupted_(interrupted) {}
  int sync() override {
    interrupted_ = true;
    return 0;
  }

 private:
  std::atomic<bool>& interrupted_;
};

TEST(RunnerTest, StatusLinesComeWhileItRuns) {
  std::atomic<bool> interrupted{false};
  OneLine line(interrupted);
  std::ostream out(&line);
  NoopTarget target(1);
  run(specOfFile('c', {"operationcount=0"}), target,
      {.lanes = 1, .drain = 1min, .status = {&out, 1ms, "nightly "}}, interrupted);
  EXPECT_THAT(line.str(), testing::StartsWith("nightly 20"));
  EXPECT_THAT(line.str(), HasSubstr(" sec: "));
  EXPECT_THAT(line.str(), HasSubstr("[READ: Count="));
}

TEST(RunnerTest, EachKindOfOperationHasItsSeries) {
  VirtualTarget target([](const Request& r) {
    return Answer{.after = 1ms, .rows = r.action == Action::kScan ? 4 : 0};
  });
  const RunSummary summary =
      run(specOf({"recordcount=1000", "operationcount=10000", "pegasus.records_per_hashkey=10",
                  "readproportion=1", "updateproportion=1", "scanproportion=1",
                  "multigetproportion=1", "multisetproportion=1", "incrproportion=1",
                  "casproportion=1", "deleteproportion=1", "ttlproportion=1"}),
          target, {.lanes = 4});
  for (const Series series :
       {Series::kRead, Series::kUpdate, Series::kScan, Series::kMultiGet, Series::kMultiSet,
        Series::kIncrement, Series::kCheckAndSet, Series::kDelete, Series::kTtl}) {
    EXPECT_GT(summary.totals.of(series).ok.count(), 500U) << toString(series);
  }
  EXPECT_EQ(summary.totals.of(Series::kScanPerRecord).ok.count(),
            summary.totals.of(Series::kScan).ok.count());
  EXPECT_EQ(summary.totals.of(Series::kScanPerRecord).ok.max(), 250'000);
  EXPECT_THAT(summary.meanInFlight(), DoubleNear(4, 0.08));
}

TEST(RunnerTest, AScanWithoutRowsHasNoTimePerRow) {
  VirtualTarget target([](const Request&) { return Answer{1ms}; });
  const RunSummary summary = run(specOfFile('e', {"insertproportion=0"}), target, {.lanes = 1});
  EXPECT_EQ(summary.totals.of(Series::kScan).ok.count(), 1000U);
  EXPECT_TRUE(summary.totals.of(Series::kScanPerRecord).empty());
}

TEST(RunnerTest, WhatWasDeletedNeedNotBeThere) {
  const auto gone = [](const Request& r) {
    return Answer{1ms, r.action == Action::kRead ? OpStatus::kNotFound : OpStatus::kOk};
  };
  VirtualTarget strict(gone);
  const RunSummary reads = run(specOfFile('c'), strict, {.lanes = 1});
  EXPECT_EQ(reads.totals.of(Series::kRead).failed.count(), 1000U);
  VirtualTarget lenient(gone);
  const RunSummary deletes = run(specOfFile('c', {"deleteproportion=1"}), lenient, {.lanes = 1});
  EXPECT_GT(deletes.totals.of(Series::kRead).ok.count(), 400U);
  EXPECT_EQ(deletes.totals.failed, 0U);
  EXPECT_EQ(returned(deletes, Series::kRead, OpStatus::kNotFound),
            deletes.totals.of(Series::kRead).ok.count());
}

}  // namespace
}  // namespace bridle::internal::bench
