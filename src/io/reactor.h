#pragma once

#include <cstddef>

#include "base/mpsc_stack.h"
#include "base/time.h"

namespace bridle::internal {

// A moment somebody waits for, embedded in its owner. It belongs to the reactor it was last armed
// on, and must be cancelled there before it is destroyed.
class Timer {
 public:
  Timer() = default;
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

  bool armed() const { return heap_index_ != kNotInHeap; }
  TimePoint when() const { return when_; }

 protected:
  ~Timer() = default;

 private:
  friend class TimerHeap;
  static constexpr std::size_t kNotInHeap = static_cast<std::size_t>(-1);

  virtual void onTimer(TimePoint now) = 0;  // the timer is no longer armed and may be armed again

  TimePoint when_ = kNever;
  std::size_t heap_index_ = kNotInHeap;
};

// A Timer that calls a member function of its owner.
template <auto Method>
class MemberTimer;

template <typename Owner, void (Owner::*Method)(TimePoint)>
class MemberTimer<Method> final : public Timer {
 public:
  explicit MemberTimer(Owner& owner) : owner_(owner) {}

 private:
  void onTimer(TimePoint now) override { (owner_.*Method)(now); }

  Owner& owner_;
};

// Work handed to a reactor from any thread. The reactor does not own it: it must live until run()
// is called.
class Task : public MpscNode {
 public:
  virtual void run() = 0;

 protected:
  ~Task() = default;
};

// Work to be done once at the end of the present loop turn, such as one write for all frames of the
// turn.
class TurnEnd {
 public:
  virtual void onTurnEnd() = 0;

 protected:
  ~TurnEnd() = default;

 private:
  friend class TurnEndList;
  TurnEnd* next_ = nullptr;
  bool queued_ = false;
};

// Seam 1: time, timers and the way into the loop's thread. One loop, one thread (or one simulated
// world). All methods but post() and isCurrent() are for the loop's own thread.
class Reactor {
 public:
  virtual ~Reactor() = default;

  // The time of the present loop turn: read once per turn, so comparing two readings of one turn
  // gives zero.
  virtual TimePoint now() = 0;

  // The clock itself, for threads outside of the loop that start a call: about 20 ns. Any thread.
  virtual TimePoint readClock() const = 0;

  // Seconds since 1970, for TTLs only. Never compared with now().
  virtual std::int64_t unixSeconds() = 0;

  // Moves it if it is armed already. A time that has passed counts as now; timers of the same time
  // fire in the order they were armed.
  virtual void arm(Timer& timer, TimePoint when) = 0;
  virtual void cancel(Timer& timer) = 0;  // no effect if it is not armed

  // Any thread; tasks run in the order they were posted. False: the loop has ended, the task will
  // never run.
  virtual bool post(Task& task) = 0;
  virtual bool isCurrent() const = 0;  // is the caller on the loop's thread?

  virtual void atTurnEnd(TurnEnd& work) = 0;  // no effect if it is queued already
  virtual void cancelTurnEnd(TurnEnd& work) = 0;
};

}  // namespace bridle::internal
