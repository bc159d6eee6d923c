#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>

#include "tools/bench/lane.h"
#include "tools/bench/run_control.h"
#include "tools/bench/run_stats.h"
#include "tools/bench/target.h"
#include "tools/bench/workload.h"

namespace bridle::internal::bench {

// One loop with the lanes on it. A thread of its own calls run(); the rest is for any other, the
// lanes' results once run() has returned.
class Worker {
 public:
  Worker(Workload& workload, RunControl& control, Loop& loop);

  // `number` counts the lanes of all workers, and with the seed decides what the lane will do.
  void addLane(std::uint64_t number, std::int64_t operations);

  void run();
  void abandon() { loop_.stop(); }

  void addTo(RunTotals& totals) const { stats_.addTo(totals); }
  std::int64_t lastDone() const;
  std::uint64_t unfinished() const;

 private:
  Workload& workload_;
  RunControl& control_;
  Loop& loop_;
  LoopStats stats_;
  const std::unique_ptr<RecordChooser> chooser_;
  std::size_t active_ = 0;
  std::deque<Lane> lanes_;
};

}  // namespace bridle::internal::bench
