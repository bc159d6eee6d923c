#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <semaphore>

#include "base/time.h"
#include "tools/bench/run_control.h"
#include "tools/bench/run_summary.h"
#include "tools/bench/status_reporter.h"
#include "tools/bench/target.h"
#include "tools/bench/worker.h"
#include "tools/bench/workload.h"

namespace bridle::internal::bench {

struct RunOptions {
  std::size_t lanes = 1;
  Duration warmup{};
  Duration max_time{};  // of the measured part; zero = no limit
  Duration drain{};     // how long operations in flight may take at the end
  StatusOptions status = {};
};

// How the operations are shared out: the first lanes get one more if it does not come out even.
std::int64_t operationsOfLane(std::int64_t operations, std::size_t lanes, std::size_t lane);

// Runs the workload on the target and waits for the end: all operations done, the time over, the
// load failed, or `interrupted` (set by a signal handler, say). Once. It has to outlive the target,
// which may hold on to operations that were cut off and complete them when it is destroyed.
class Runner {
 public:
  Runner(Workload& workload, Target& target, const RunOptions& options,
         const std::atomic<bool>& interrupted);

  RunSummary run();

 private:
  void begin();
  void watch();
  void watchDrain(std::int64_t now);
  RunTotals totals() const;
  RunSummary summary() const;

  Workload& workload_;
  Target& target_;
  const RunOptions options_;
  const std::atomic<bool>& interrupted_;
  const Duration warmup_;
  const std::int64_t length_;  // with the warm-up; kEndless if operations alone end the run
  RunControl control_;
  std::deque<Worker> workers_;
  std::counting_semaphore<> ended_{0};

  // Written once, when the measured part begins.
  std::int64_t cpu_before_ = 0;
  BackupCounts backups_before_;

  // Of the watching thread, on its own clock.
  std::int64_t watch_until_ = 0;
  std::int64_t draining_since_ = 0;
  std::optional<StatusReporter> reporter_;
};

}  // namespace bridle::internal::bench
