#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/time.h"
#include "tools/bench/workload_spec.h"

namespace bridle::internal::bench {

// How one run is timed, and how its lanes hear that it is over. Any thread.
class RunControl {
 public:
  struct Times {
    std::int64_t measure_from = 0;                 // operations that start earlier are warm-up
    std::int64_t end_at = WorkloadSpec::kEndless;  // no operation starts later
  };

  // `on_measure` is called once, by the first lane that reaches the measured part.
  explicit RunControl(std::function<void()> on_measure) : on_measure_(std::move(on_measure)) {}

  void begin(Times times) { times_ = times; }  // before any lane starts

  bool isMeasured(std::int64_t now) const { return now >= times_.measure_from; }
  bool isOver(std::int64_t now) const { return now >= times_.end_at; }
  const Times& times() const { return times_; }

  void beginMeasuring() { std::call_once(measuring_, on_measure_); }

  void stop() { stopped_.store(true, std::memory_order_relaxed); }
  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

  // Nobody runs any more: what is answered now changes nothing.
  void close() { closed_.store(true, std::memory_order_relaxed); }
  bool closed() const { return closed_.load(std::memory_order_relaxed); }

  void fail(const std::string& why);        // stops the run; the first reason counts
  void noteError(const std::string& what);  // of a failed operation; a few are kept as samples
  bool wantsErrors() const { return wanted_errors_.load(std::memory_order_relaxed) > 0; }

  std::string failure() const;
  std::vector<std::string> errors() const;

 private:
  static constexpr int kKeptErrors = 5;

  Times times_;
  const std::function<void()> on_measure_;
  std::once_flag measuring_;
  std::atomic<bool> stopped_{false};
  std::atomic<bool> closed_{false};
  std::atomic<int> wanted_errors_{kKeptErrors};

  mutable std::mutex mutex_;
  std::string failure_;
  std::vector<std::string> errors_;
};

}  // namespace bridle::internal::bench
