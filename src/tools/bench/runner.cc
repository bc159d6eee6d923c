#include "tools/bench/runner.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

#include "tools/bench/stopwatch.h"

namespace bridle::internal::bench {
namespace {

constexpr auto kWatchInterval = std::chrono::milliseconds(20);

}  // namespace

Runner::Runner(Workload& workload, Target& target, const RunOptions& options,
               const std::atomic<bool>& interrupted)
    : workload_(workload),
      target_(target),
      options_(options),
      interrupted_(interrupted),
      warmup_(workload.spec().phase == Phase::kRun ? options.warmup : Duration::zero()),
      length_(options.max_time > Duration::zero() ? (warmup_ + options.max_time).count()
                                                  : WorkloadSpec::kEndless),
      control_([this] {
        cpu_before_ = processCpuNanos();
        backups_before_ = target_.backupCounts();
      }) {
  for (std::size_t i = 0; i < target.loops(); ++i) {
    workers_.emplace_back(workload, control_, target.loop(i));
  }
  for (std::size_t lane = 0; lane < options.lanes; ++lane) {
    const std::int64_t operations =
        operationsOfLane(workload.spec().operations, options.lanes, lane);
    workers_[lane % workers_.size()].addLane(lane, operations);
  }
}

RunSummary Runner::run() {
  begin();
  std::vector<std::thread> threads;
  for (Worker& worker : workers_) {
    threads.emplace_back([this, &worker] {
      worker.run();
      ended_.release();
    });
  }
  watch();
  for (std::thread& thread : threads) thread.join();
  control_.close();
  return summary();
}

// The target has a clock of its own, which is not the real one in tests.
void Runner::begin() {
  const auto endAfter = [this](std::int64_t start) {
    return length_ == WorkloadSpec::kEndless ? length_ : start + length_;
  };
  const std::int64_t start = target_.loop(0).nowNanos();
  control_.begin({.measure_from = start + warmup_.count(), .end_at = endAfter(start)});
  const std::int64_t watch_start = steadyNanos();
  watch_until_ = endAfter(watch_start);
  if (options_.status.out != nullptr) {
    reporter_.emplace(options_.status, workload_.spec().operations, watch_start, watch_until_);
  }
}

void Runner::watch() {
  std::size_t running = workers_.size();
  while (running > 0) {
    if (ended_.try_acquire_for(kWatchInterval)) {
      --running;
      continue;
    }
    const std::int64_t now = steadyNanos();
    if (interrupted_.load(std::memory_order_relaxed)) control_.stop();
    watchDrain(now);
    if (reporter_ && reporter_->isDue(now)) reporter_->report(now, totals());
  }
}

// Operations in flight end by themselves, as a rule. A target that never answers is left alone.
void Runner::watchDrain(std::int64_t now) {
  if (!control_.stopped() && now < watch_until_) return;
  if (draining_since_ == 0) draining_since_ = now;
  if (now - draining_since_ < options_.drain.count()) return;
  for (Worker& worker : workers_) worker.abandon();
}

RunTotals Runner::totals() const {
  RunTotals sum;
  for (const Worker& worker : workers_) worker.addTo(sum);
  return sum;
}

RunSummary Runner::summary() const {
  RunSummary result;
  result.phase = workload_.spec().phase;
  result.seed = workload_.seed();
  result.lanes = options_.lanes;
  result.loops = workers_.size();
  result.totals = totals();
  std::int64_t last_done = 0;
  for (const Worker& worker : workers_) {
    last_done = std::max(last_done, worker.lastDone());
    result.cut_off += worker.unfinished();
  }
  result.run_time = Duration(std::max<std::int64_t>(0, last_done - control_.times().measure_from));
  if (result.totals.attempted() > 0) {
    result.cpu_time = Duration(processCpuNanos() - cpu_before_);
    result.backups = target_.backupCounts().since(backups_before_);
  }
  result.interrupted = control_.stopped() && interrupted_.load(std::memory_order_relaxed);
  result.failure = control_.failure();
  result.errors = control_.errors();
  return result;
}

std::int64_t operationsOfLane(std::int64_t operations, std::size_t lanes, std::size_t lane) {
  if (operations == WorkloadSpec::kEndless) return operations;
  const auto count = static_cast<std::int64_t>(lanes);
  return operations / count + (static_cast<std::int64_t>(lane) < operations % count ? 1 : 0);
}

}  // namespace bridle::internal::bench
