#pragma once

#include <atomic>
#include <cstddef>

#include "base/time.h"
#include "tools/bench/run_summary.h"
#include "tools/bench/status_reporter.h"
#include "tools/bench/target.h"
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
// load failed, or `interrupted` (set by a signal handler, say).
RunSummary runWorkload(Workload& workload, Target& target, const RunOptions& options,
                       const std::atomic<bool>& interrupted);

}  // namespace bridle::internal::bench
