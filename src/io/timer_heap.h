#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "io/reactor.h"

namespace bridle::internal {

// Timers in the order of their times, and among equal times in the order they were armed. A 4-ary
// heap of (time, sequence, timer); each timer knows its index, so moving and cancelling one needs
// no search. The vector never shrinks: steady traffic allocates nothing.
class TimerHeap {
 public:
  void arm(Timer& timer, TimePoint when);  // moves it if it is armed already
  void cancel(Timer& timer);               // no effect if it is not armed

  // Takes the first timer that is due at `now` and was armed before `mark` was taken; null if
  // there is none. A timer that arms itself for `now` again thus waits for the next round.
  Timer* popDue(TimePoint now, std::uint64_t mark);
  std::uint64_t mark() const { return next_sequence_; }

  static void fire(Timer& timer, TimePoint now) { timer.onTimer(now); }

  TimePoint earliest() const { return heap_.empty() ? kNever : heap_.front().when; }
  std::size_t size() const { return heap_.size(); }
  bool empty() const { return heap_.empty(); }

 private:
  struct Entry {
    TimePoint when;
    std::uint64_t sequence;
    Timer* timer;
  };

  static bool earlier(const Entry& a, const Entry& b);
  void place(std::size_t index, const Entry& entry);
  void siftUp(std::size_t index, const Entry& entry);
  void siftDown(std::size_t index, const Entry& entry);
  void settle(std::size_t index, const Entry& entry);
  std::size_t earliestChild(std::size_t index) const;
  void remove(std::size_t index);

  std::vector<Entry> heap_;
  std::uint64_t next_sequence_ = 0;
};

}  // namespace bridle::internal
