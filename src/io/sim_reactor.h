#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <thread>

#include "io/reactor.h"
#include "io/timer_heap.h"
#include "io/turn_end_list.h"

namespace bridle::internal {

// A reactor in virtual time for tests: time stands still while code runs and jumps to the next
// event when there is nothing left to do. All hosts of a simulated world share one.
//
// A turn is: the tasks that are waiting, then the timers that are due at this instant, then the
// work for the end of the turn. What these add at the same instant belongs to the next turn.
class SimReactor final : public Reactor {
 public:
  static constexpr std::int64_t kDefaultUnixStart = 1'700'000'000;

  explicit SimReactor(std::int64_t unix_start = kDefaultUnixStart);

  TimePoint now() override { return now_; }
  TimePoint readClock() const override { return now_; }
  std::int64_t unixSeconds() override;
  void arm(Timer& timer, TimePoint when) override;
  void cancel(Timer& timer) override { timers_.cancel(timer); }
  bool post(Task& task) override { return tasks_.push(task) != MpscStack::Pushed::kClosed; }
  bool isCurrent() const override { return thread_ == std::this_thread::get_id(); }
  void atTurnEnd(TurnEnd& work) override { turn_end_.add(work); }
  void cancelTurnEnd(TurnEnd& work) override { turn_end_.cancel(work); }

  // Runs one turn; false if nothing is waiting for any time.
  bool step();

  // All turns up to and including `when`; now() is `when` afterwards.
  void runUntil(TimePoint when);
  void runFor(Duration time) { runUntil(now_ + time); }

  // Until nothing is left to do, or `done()`; false if `limit` has passed before.
  bool runUntilIdle(Duration limit);
  bool runUntil(const std::function<bool()>& done, Duration limit);

  // For leak checks. The timers of the network, that is messages on their way, are counted too.
  std::size_t timers() const { return timers_.size(); }
  bool idle() const { return timers_.empty() && !hasWorkNow(); }

 private:
  bool hasWorkNow() const { return !tasks_.empty() || !turn_end_.empty(); }
  TimePoint nextEvent() const { return hasWorkNow() ? now_ : timers_.earliest(); }
  void advanceTo(TimePoint when);
  void runTasks();

  const std::int64_t unix_start_;
  const std::thread::id thread_;
  TimePoint now_{};
  int turns_at_this_instant_ = 0;
  TimerHeap timers_;
  MpscStack tasks_;
  TurnEndList turn_end_;
};

}  // namespace bridle::internal
