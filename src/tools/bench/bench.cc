#include "tools/bench/bench.h"

#include <algorithm>
#include <fstream>
#include <random>
#include <thread>
#include <utility>

#include "base/limits.h"
#include "base/status.h"
#include "tools/bench/comparison.h"
#include "tools/bench/interrupt.h"
#include "tools/bench/noop_target.h"
#include "tools/bench/runner.h"
#include "tools/bench/summary_table.h"
#include "tools/bench/workload.h"
#include "tools/bench/ycsb_report.h"

namespace bridle::internal::bench {
namespace {

// Whether what was asked for goes together.
absl::Status checkTogether(const BenchOptions& options, const Properties& properties) {
  const std::string_view idle = options.compare_backup ? "--compare-backup" : options.cluster_flag;
  if (!idle.empty() && properties.text("db") != "pegasus") {
    return properties.refuse("db", text("drives no cluster, so ", idle,
                                        " would have no effect; leave out one of the two"));
  }
  if (options.compare_backup && options.phase == Phase::kLoad) {
    return invalidArgument("--compare-backup: works with `bench run` only; a load has no reads");
  }
  if (options.compare_backup && properties.number("backup_request_ms") <= 0) {
    return properties.refuse("backup_request_ms",
                             "--compare-backup compares with this delay; set it above 0, as in "
                             "-p backup_request_ms=5");
  }
  return absl::OkStatus();
}

absl::StatusOr<Properties> readProperties(const BenchOptions& options) {
  Properties properties;
  for (const std::string& file : options.property_files) {
    if (absl::Status status = properties.addFile(file); !status.ok()) return status;
  }
  for (const std::string& setting : options.settings) {
    if (absl::Status status = properties.addSetting(setting); !status.ok()) return status;
  }
  if (options.threads) properties.set("threadcount", *options.threads, "--threads");
  if (options.target) properties.set("target", *options.target, "--target");
  if (options.db) properties.set("db", *options.db, "--db");
  if (options.label) properties.set("label", *options.label, "-l");
  if (options.status) properties.set("status", "true", "-s");
  if (absl::Status status = properties.check(); !status.ok()) return status;
  if (absl::Status status = checkTogether(options, properties); !status.ok()) return status;
  return properties;
}

std::uint64_t seedOf(const Properties& properties) {
  if (properties.isSet("seed")) return static_cast<std::uint64_t>(properties.whole("seed"));
  std::random_device device;
  return device();
}

// One loop per core, one core left for the rest of the machine.
std::size_t loopsFor(const Properties& properties, std::size_t lanes) {
  if (properties.isSet("event_loops")) {
    return static_cast<std::size_t>(properties.whole("event_loops"));
  }
  const std::size_t cores = std::max(2U, std::thread::hardware_concurrency());
  return std::min({cores - 1, lanes, static_cast<std::size_t>(limits::kMaxEventLoops)});
}

std::size_t lanesFor(const Properties& properties, const WorkloadSpec& spec, std::ostream& err) {
  const std::int64_t lanes = properties.whole("threadcount");
  if (lanes > spec.operations) {
    err << "note: " << spec.operations
        << " operations keep no more lanes busy; threadcount=" << lanes << " is lowered\n";
  }
  return static_cast<std::size_t>(std::min(lanes, spec.operations));
}

// One call of `bench`, its properties checked.
class Bench {
 public:
  Bench(const Properties& properties, WorkloadSpec spec, const TargetOpener& open_cluster,
        std::ostream& err);

  int run(std::ostream& results);
  int compareBackup(std::ostream& results);

 private:
  absl::StatusOr<RunSummary> runOnce(const Properties& properties);
  absl::StatusOr<std::unique_ptr<Target>> open(const Properties& properties) const;
  int statusOf(const RunSummary& run);
  int complain(const absl::Status& status);

  const Properties& properties_;
  const WorkloadSpec spec_;
  const TargetOpener& open_cluster_;
  std::ostream& err_;
  const std::uint64_t seed_;
  RunOptions options_;
  std::size_t loops_;
  InterruptGuard interrupt_;
};

Bench::Bench(const Properties& properties, WorkloadSpec spec, const TargetOpener& open_cluster,
             std::ostream& err)
    : properties_(properties),
      spec_(std::move(spec)),
      open_cluster_(open_cluster),
      err_(err),
      seed_(seedOf(properties)),
      options_{.lanes = lanesFor(properties, spec_, err),
               .warmup = properties.duration("warmup"),
               .max_time = properties.duration("maxexecutiontime"),
               .drain = properties.duration("drain_timeout"),
               .status = {.out = properties.flag("status") ? &err : nullptr,
                          .interval = properties.duration("status.interval"),
                          .label = properties.text("label")}},
      loops_(loopsFor(properties, options_.lanes)) {}

int Bench::run(std::ostream& results) {
  const absl::StatusOr<RunSummary> run = runOnce(properties_);
  if (!run.ok()) return complain(run.status());
  results << ycsbReport(*run, {.percentiles = properties_.percents("hdrhistogram.percentiles"),
                               .pegasus_labels = properties_.text("label.style") != "ycsb"})
          << std::flush;
  return statusOf(*run);
}

int Bench::compareBackup(std::ostream& results) {
  Properties without = properties_;
  without.set("backup_request_ms", "0", "--compare-backup");
  const absl::StatusOr<RunSummary> off = runOnce(without);
  if (!off.ok()) return complain(off.status());
  if (const int status = statusOf(*off); status != kDone) return status;
  const absl::StatusOr<RunSummary> on = runOnce(properties_);
  if (!on.ok()) return complain(on.status());
  const Comparison comparison{*off, *on};
  results << comparison.table() << comparison.resultLine() << std::flush;
  return statusOf(*on);
}

absl::StatusOr<RunSummary> Bench::runOnce(const Properties& properties) {
  Workload workload(spec_, seed_);
  std::optional<Runner> runner;  // outlives the target
  const absl::StatusOr<std::unique_ptr<Target>> target = open(properties);
  if (!target.ok()) return target.status();
  runner.emplace(workload, **target, options_, interrupt_.flag());
  RunSummary run = runner->run();
  err_ << summaryTable(run) << std::flush;
  return run;
}

absl::StatusOr<std::unique_ptr<Target>> Bench::open(const Properties& properties) const {
  if (properties.text("db") != "pegasus") return std::make_unique<NoopTarget>(loops_);
  return open_cluster_(properties, loops_, interrupt_.flag());
}

int Bench::statusOf(const RunSummary& run) {
  const auto failed = [this](std::string_view why, int status) {
    err_ << "bridle bench: " << why << "\n";
    return status;
  };
  const ReturnCounts& verified = run.totals.of(Series::kVerify).returns;
  const bool load = run.phase == Phase::kLoad;
  if (run.interrupted) {
    return failed("interrupted; the results are partial", kInterrupted + interrupt_.signal());
  }
  if (!run.failure.empty()) return failed(run.failure, kRunFailed);
  if (verified[static_cast<std::size_t>(OpStatus::kUnexpectedState)] > 0) {
    return failed("records hold other values than were written", kWrongData);
  }
  if (run.cut_off > 0) return failed("operations were never answered", kRunFailed);
  if (load && static_cast<std::int64_t>(run.totals.ok) < spec_.operations) {
    return failed("not all records were inserted", kRunFailed);
  }
  if (run.totals.ok == 0) return failed("no operation succeeded", kRunFailed);
  return kDone;
}

int Bench::complain(const absl::Status& status) {
  err_ << "bridle bench: " << toStd(status.message()) << "\n";
  if (absl::IsCancelled(status)) return kInterrupted + interrupt_.signal();
  return absl::IsInvalidArgument(status) ? kUsageError : kRunFailed;
}

int usageError(const absl::Status& status, std::ostream& err) {
  err << "bridle bench: " << toStd(status.message()) << "\n";
  return kUsageError;
}

}  // namespace

int runBench(const BenchOptions& options, const TargetOpener& open_cluster, std::ostream& out,
             std::ostream& err) {
  if (options.list_properties) {
    out << propertyHelp();
    return kDone;
  }
  const absl::StatusOr<Properties> properties = readProperties(options);
  if (!properties.ok()) return usageError(properties.status(), err);
  for (const std::string& note : properties->notes()) err << "note: " << note << "\n";
  absl::StatusOr<WorkloadSpec> spec = readWorkload(*properties, options.phase);
  if (!spec.ok()) return usageError(spec.status(), err);

  std::ofstream file;
  if (const std::string path = properties->text("exportfile"); !path.empty()) {
    file.open(path);
    if (!file) return usageError(properties->refuse("exportfile", "cannot be written"), err);
  }
  Bench bench(*properties, *std::move(spec), open_cluster, err);
  std::ostream& results = file.is_open() ? file : out;
  const bool wanted = results.good();
  const int status = options.compare_backup ? bench.compareBackup(results) : bench.run(results);
  if (!wanted || results.flush()) return status;
  err << "bridle bench: the results could not be written; is the disk full?\n";
  return kRunFailed;
}

}  // namespace bridle::internal::bench
