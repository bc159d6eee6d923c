#include "tools/bench/bench.h"

#include <gmock/gmock.h>

#include <csignal>
#include <sstream>

#include "base/status.h"
#include "unit/tools/temp_file.h"
#include "unit/tools/virtual_target.h"
#include "unit/tools/workload_files.h"

namespace bridle::internal::bench {
namespace {

using namespace std::chrono_literals;
using test::TempFile;
using test::VirtualTarget;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;
using Answer = VirtualTarget::Answer;
using Request = VirtualTarget::Request;

struct Outcome {
  int status = -1;
  std::string out;
  std::string err;
};

// What users run, with a store in virtual time where the cluster would be.
struct Tool {
  BenchOptions options;
  std::function<VirtualTarget::Script(const Properties&)> cluster = [](const Properties&) {
    return [](const Request&) { return Answer{1ms}; };
  };

  explicit Tool(std::vector<std::string> settings, Phase phase = Phase::kRun) {
    options.phase = phase;
    options.settings = std::move(settings);
    options.settings.push_back("warmup=0");
  }

  Outcome run() const {
    std::ostringstream out, err;
    const TargetOpener open = [this](const Properties& properties, std::size_t, const auto&) {
      return std::make_unique<VirtualTarget>(cluster(properties));
    };
    const int status = runBench(options, open, out, err);
    return {status, out.str(), err.str()};
  }
};

Outcome runFile(char letter, std::vector<std::string> settings = {}) {
  Tool tool(std::move(settings));
  tool.options.property_files = {test::workloadFile(letter)};
  return tool.run();
}

void expectUsageError(const std::vector<std::string>& settings, const std::string& why) {
  const Outcome outcome = Tool(settings).run();
  EXPECT_EQ(outcome.status, 2) << why;
  EXPECT_THAT(outcome.err, AllOf(StartsWith("bridle bench: "), HasSubstr(why)));
  EXPECT_THAT(outcome.out, IsEmpty());
}

TEST(BenchTest, RunsTheWorkloadFilesAsTheyAre) {
  for (const char letter : {'a', 'b', 'c', 'd', 'e', 'f'}) {
    const Outcome outcome = runFile(letter);
    EXPECT_EQ(outcome.status, 0) << letter;
    EXPECT_THAT(outcome.out, StartsWith("[OVERALL], RunTime(ms), "));
    EXPECT_THAT(outcome.err, StartsWith("bench run: 1000 operations in "));
  }
}

TEST(BenchTest, LoadsWithTheSameFile) {
  Tool tool({"recordcount=50"}, Phase::kLoad);
  const Outcome outcome = tool.run();
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("[INSERT], Return=OK, 50\n"));
}

TEST(BenchTest, WhatYcsbPassesOverIsAUsageError) {
  expectUsageError({"recordcount=1", "operationcount=1", "requestdistribution=zipf"},
                   "-p: requestdistribution=zipf: bad value");
  expectUsageError({"recordcount=1", "operationcount=1x"}, "-p: operationcount=1x: bad value");
  expectUsageError({"recordcount=1", "requestdistribution=zipfian"}, "neither operationcount nor");
  expectUsageError({"recordcount=4", "operationcount=9", "requestdistribution=hotspot"},
                   "less than one");
  expectUsageError({"recordcount=1", "operationcount=1", "target=1000"}, "closed loop only");
  expectUsageError({"recordcount=1", "operationcount=1", "phases=a"}, "not available");
  expectUsageError({"recordcount=1", "operationcount=1", "mesure=1"}, "unknown property");
}

TEST(BenchTest, AMissingFileIsAUsageError) {
  Tool tool({});
  tool.options.property_files = {"/nonexistent/workloada"};
  const Outcome outcome = tool.run();
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("/nonexistent/workloada"));
}

TEST(BenchTest, CountsBeyond32BitsAreNoError) {
  const Outcome outcome =
      Tool({"recordcount=5000000000", "operationcount=3000000000", "maxexecutiontime=0.05"}).run();
  EXPECT_EQ(outcome.status, 0);
}

TEST(BenchTest, MoreThreadsThanOperationsAreLowered) {
  const Outcome outcome = Tool({"recordcount=9", "operationcount=3", "threadcount=10"}).run();
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.err, StartsWith("note: 3 operations keep no more lanes busy"));
  EXPECT_THAT(outcome.err, HasSubstr("on 3 lanes"));
}

TEST(BenchTest, FlagsOverrideSettings) {
  Tool tool({"recordcount=9", "operationcount=100", "threadcount=10"});
  tool.options.threads = "4";
  EXPECT_THAT(tool.run().err, HasSubstr("on 4 lanes"));
  tool.options.threads = "four";
  EXPECT_THAT(tool.run().err, HasSubstr("--threads: threadcount=four: bad value"));
  tool.options.threads = "4";
  tool.options.db = "mongodb";
  EXPECT_THAT(tool.run().err, HasSubstr("--db: db=mongodb: bad value; allowed: pegasus, noop"));
}

TEST(BenchTest, TheNoOpTargetNeedsNoCluster) {
  Tool tool({"recordcount=9", "operationcount=1000", "db=basic"});
  tool.cluster = [](const Properties&) -> VirtualTarget::Script {
    ADD_FAILURE() << "nobody asked for a cluster";
    return {};
  };
  EXPECT_EQ(tool.run().status, 0);
}

TEST(BenchTest, AFailedLoadHasStatusOne) {
  const auto failsOnce = [](const Properties&) {
    return [](const Request& r) {
      return Answer{1ms, r.number == 4 ? OpStatus::kTimeout : OpStatus::kOk};
    };
  };
  Tool stops({"recordcount=1000"}, Phase::kLoad);
  stops.cluster = failsOnce;
  const Outcome stopped = stops.run();
  EXPECT_EQ(stopped.status, 1);
  EXPECT_THAT(stopped.err, HasSubstr("the load stopped: INSERT of user"));
  Tool goes_on({"recordcount=1000", "core_workload_insertion_keep_going_on_error=true"},
               Phase::kLoad);
  goes_on.cluster = failsOnce;
  const Outcome went_on = goes_on.run();
  EXPECT_EQ(went_on.status, 1);
  EXPECT_THAT(went_on.out, HasSubstr("[INSERT], Return=OK, 999\n"));
  EXPECT_THAT(went_on.err, EndsWith("not all records were inserted\n"));
}

TEST(BenchTest, ARunWithoutAnySuccessHasStatusOne) {
  Tool tool({"recordcount=9", "operationcount=10"});
  tool.cluster = [](const Properties&) {
    return [](const Request&) { return Answer{1ms, OpStatus::kNotFound}; };
  };
  EXPECT_EQ(tool.run().status, 1);
}

TEST(BenchTest, OperationsThatAreNeverAnsweredHaveStatusOne) {
  Tool tool({"recordcount=9", "operationcount=10"});
  tool.cluster = [](const Properties&) {
    return
        [](const Request& r) { return r.number < 5 ? std::optional(Answer{1ms}) : std::nullopt; };
  };
  const Outcome outcome = tool.run();
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("cut off: 1 operations were never answered"));
}

TEST(BenchTest, WrongDataHasStatusFour) {
  Tool tool({"recordcount=9", "operationcount=10", "dataintegrity=true"});
  tool.cluster = [](const Properties&) {
    return [](const Request&) { return Answer{1ms, OpStatus::kOk, "wrong"}; };
  };
  const Outcome outcome = tool.run();
  EXPECT_EQ(outcome.status, 4);
  EXPECT_THAT(outcome.out, HasSubstr("[VERIFY], Return=UNEXPECTED_STATE, "));
}

TEST(BenchTest, CtrlCGivesAPartialReportAndStatus130) {
  Tool tool({"recordcount=9", "operationcount=0", "readproportion=1", "drain_timeout=0"});
  tool.cluster = [](const Properties&) {
    return [](const Request& r) {
      if (r.number == 1000) std::raise(SIGINT);
      return Answer{1ms};
    };
  };
  const Outcome outcome = tool.run();
  EXPECT_EQ(outcome.status, 130);
  EXPECT_THAT(outcome.out, HasSubstr("[READ], Return=OK, "));
  EXPECT_THAT(outcome.err, EndsWith("bridle bench: interrupted; the results are partial\n"));
}

TEST(BenchTest, ASignalWhileTheClusterIsOpenedEndsWithItsStatusAndOneLine) {
  const Tool tool({"recordcount=9", "operationcount=10"});
  for (const int signal : {SIGINT, SIGTERM}) {
    std::ostringstream out, err;
    const int exit = runBench(
        tool.options,
        [&](const Properties&, std::size_t,
            const std::atomic<bool>& interrupted) -> absl::StatusOr<std::unique_ptr<Target>> {
          std::raise(signal);
          EXPECT_TRUE(interrupted);
          return absl::CancelledError("interrupted early");
        },
        out, err);
    EXPECT_EQ(exit, 128 + signal);
    EXPECT_EQ(err.str(), "bridle bench: interrupted early\n");
    EXPECT_THAT(out.str(), IsEmpty());
  }
}

TEST(BenchTest, AnUnreachableClusterIsAFailureAndABadAddressAUsageError) {
  const Tool tool({"recordcount=9", "operationcount=10"});
  const auto statusWith = [&tool](const absl::Status& status) {
    std::ostringstream out, err;
    const int exit = runBench(
        tool.options,
        [&](const Properties&, std::size_t,
            const auto&) -> absl::StatusOr<std::unique_ptr<Target>> { return status; },
        out, err);
    EXPECT_EQ(err.str(), "bridle bench: meta:1 does not answer\n");
    return exit;
  };
  EXPECT_EQ(statusWith(absl::UnavailableError("meta:1 does not answer")), 1);
  EXPECT_EQ(statusWith(absl::InvalidArgumentError("meta:1 does not answer")), 2);
}

TEST(BenchTest, ComparesBackupRequestsOffAndOnWithOneSeed) {
  std::vector<std::string> keys;
  Tool tool({"recordcount=1000", "operationcount=2000", "readproportion=1", "updateproportion=0",
             "seed=5", "backup_request_ms=5"});
  tool.options.compare_backup = true;
  tool.cluster = [&keys](const Properties& properties) {
    keys.emplace_back();
    const bool hedged = properties.number("backup_request_ms") > 0;
    return [&keys, hedged](const Request& r) {
      keys.back() += r.key;
      return Answer{r.number % 100 != 99 ? 1ms : hedged ? 6ms : 100ms};
    };
  };
  const Outcome outcome = tool.run();
  EXPECT_EQ(outcome.status, 0);
  ASSERT_EQ(keys.size(), 2U);
  EXPECT_EQ(keys[0], keys[1]);
  EXPECT_THAT(outcome.out, StartsWith("backup requests "));
  EXPECT_THAT(outcome.out,
              EndsWith("RESULT p999_off_ms=100.000 p999_on_ms=6.000 extra_load_pct=0.000 "
                       "ops_off=502.5 ops_on=952.4 errors=0\n"));
}

TEST(BenchTest, AComparisonNeedsADelayAndARun) {
  Tool tool({"recordcount=9", "operationcount=10"});
  tool.options.compare_backup = true;
  EXPECT_THAT(tool.run().err, HasSubstr("set it above 0, as in -p backup_request_ms=5"));
  tool.options.settings.push_back("backup_request_ms=5");
  tool.options.phase = Phase::kLoad;
  EXPECT_THAT(tool.run().err, HasSubstr("a load has no reads"));
}

TEST(BenchTest, WhatNeedsAClusterDoesNotGoWithTheNoOpTarget) {
  Tool tool({"recordcount=9", "operationcount=10", "db=noop", "backup_request_ms=5"});
  tool.options.cluster_flag = "--onebox";
  EXPECT_THAT(tool.run().err, HasSubstr("-p: db=noop: drives no cluster, so --onebox would have"));
  tool.options.compare_backup = true;
  EXPECT_THAT(tool.run().err, HasSubstr("so --compare-backup would have no effect"));
  EXPECT_EQ(tool.run().status, 2);
}

TEST(BenchTest, OfSeveralSettingsOfOneNameTheLastCounts) {
  const Outcome outcome =
      Tool({"recordcount=9", "operationcount=100", "operationcount=20", "seed=4", "seed=5"}).run();
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.err, StartsWith("bench run: 20 operations in "));
  EXPECT_THAT(outcome.err, HasSubstr("; seed 5\n"));
}

TEST(BenchTest, ResultsMayGoToAFile) {
  const TempFile file("old content, longer than nothing");
  Tool tool({"recordcount=9", "operationcount=10", "exportfile=" + file.path()});
  const Outcome outcome = tool.run();
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(file.content(), StartsWith("[OVERALL], RunTime(ms), "));
  expectUsageError({"recordcount=9", "operationcount=10", "exportfile=/nonexistent/out"},
                   "exportfile=/nonexistent/out: cannot be written");
}

TEST(BenchTest, TheSeedIsPrintedAndDiffersFromRunToRun) {
  const auto seedOf = [](const std::string& err) {
    return err.substr(err.find("; seed "), err.find('\n') - err.find("; seed "));
  };
  const Tool tool({"recordcount=9", "operationcount=10"});
  EXPECT_NE(seedOf(tool.run().err), seedOf(tool.run().err));
  EXPECT_EQ(seedOf(Tool({"recordcount=9", "operationcount=10", "seed=77"}).run().err), "; seed 77");
}

TEST(BenchTest, ListsItsProperties) {
  Tool tool({});
  tool.options.list_properties = true;
  const Outcome outcome = tool.run();
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("  requestdistribution=uniform "));
  EXPECT_THAT(outcome.out, HasSubstr("  operation_timeout_ms=1000 "));
  EXPECT_THAT(outcome.out, HasSubstr("  max_value_bytes=409600 "));
  EXPECT_THAT(outcome.out, HasSubstr("  event_loops= "));
  EXPECT_THAT(outcome.out, HasSubstr("  compress_values=false "));
}

}  // namespace
}  // namespace bridle::internal::bench
