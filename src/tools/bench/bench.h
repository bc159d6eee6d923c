#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "tools/bench/properties.h"
#include "tools/bench/target.h"
#include "tools/bench/workload_spec.h"

namespace bridle::internal::bench {

// The command line of `bridle bench load|run`, as far as it is not about where the cluster is.
struct BenchOptions {
  Phase phase = Phase::kRun;
  std::vector<std::string> property_files;  // -P
  std::vector<std::string> settings;        // -p name=value; they override files

  // Flags that stand for properties and override those; checked with them.
  std::optional<std::string> threads;  // --threads: threadcount
  std::optional<std::string> target;   // --target
  std::optional<std::string> db;       // --db
  std::optional<std::string> label;    // -l: label
  bool status = false;                 // -s

  // A flag that was given and says something about a cluster; empty if there is none.
  std::string_view cluster_flag = {};

  bool compare_backup = false;   // --compare-backup: the run twice, backup requests off and on
  bool list_properties = false;  // --properties: print what there is, do nothing
};

enum ExitStatus : int {
  kDone = 0,
  kRunFailed = 1,
  kUsageError = 2,
  kWrongData = 4,      // a verification found another value than was written
  kInterrupted = 128,  // plus the number of the signal: 130 is Ctrl-C
};

// Opens the cluster for one run, with so many loops. InvalidArgument is a usage error, Cancelled
// follows `interrupted`, any other status is a failure of the run.
using TargetOpener = std::function<absl::StatusOr<std::unique_ptr<Target>>(
    const Properties&, std::size_t loops, const std::atomic<bool>& interrupted)>;

// Results go to `out`, everything else (notes, status lines, tables, errors) to `err`. Gives the
// exit status of the process. Ctrl-C ends the run early and gives a partial report, if any.
int runBench(const BenchOptions& options, const TargetOpener& open_cluster, std::ostream& out,
             std::ostream& err);

}  // namespace bridle::internal::bench
