#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/time.h"
#include "tools/bench/run_stats.h"
#include "tools/bench/target.h"
#include "tools/bench/workload_spec.h"

namespace bridle::internal::bench {

// One run, over. All but `totals.warmup` is about the measured part.
struct RunSummary {
  Phase phase = Phase::kRun;
  std::uint64_t seed = 0;
  std::size_t lanes = 0;
  std::size_t loops = 0;
  RunTotals totals;
  std::uint64_t cut_off = 0;  // operations that were still in flight when the tool gave up waiting
  Duration run_time{};
  Duration cpu_time{};  // of the whole process
  BackupCounts backups;
  bool interrupted = false;
  std::string failure;              // why the run ended before its time; empty if it did not
  std::vector<std::string> errors;  // samples of what failed operations said

  double attemptedPerSecond() const;
  double okPerSecond() const;
  double cpuMicrosPerOperation() const;
  double meanInFlight() const;      // of requests, by Little's law
  double extraLoadPercent() const;  // backup requests per read
};

}  // namespace bridle::internal::bench
