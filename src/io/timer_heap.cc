#include "io/timer_heap.h"

#include <algorithm>

namespace bridle::internal {
namespace {

constexpr std::size_t kArity = 4;  // shallower than binary, and four entries share cache lines

}  // namespace

bool TimerHeap::earlier(const Entry& a, const Entry& b) {
  return a.when != b.when ? a.when < b.when : a.sequence < b.sequence;
}

void TimerHeap::arm(Timer& timer, TimePoint when) {
  timer.when_ = when;
  const Entry entry{when, next_sequence_++, &timer};
  if (timer.armed()) {
    settle(timer.heap_index_, entry);
  } else {
    heap_.push_back(entry);
    siftUp(heap_.size() - 1, entry);
  }
}

void TimerHeap::cancel(Timer& timer) {
  if (timer.armed()) remove(timer.heap_index_);
}

Timer* TimerHeap::popDue(TimePoint now, std::uint64_t mark) {
  if (heap_.empty()) return nullptr;
  const Entry& first = heap_.front();
  if (first.when > now || first.sequence >= mark) return nullptr;
  Timer* const timer = first.timer;
  remove(0);
  return timer;
}

void TimerHeap::remove(std::size_t index) {
  heap_[index].timer->heap_index_ = Timer::kNotInHeap;
  const Entry last = heap_.back();
  heap_.pop_back();
  if (index < heap_.size()) settle(index, last);
}

void TimerHeap::place(std::size_t index, const Entry& entry) {
  heap_[index] = entry;
  entry.timer->heap_index_ = index;
}

void TimerHeap::settle(std::size_t index, const Entry& entry) {
  if (index > 0 && earlier(entry, heap_[(index - 1) / kArity])) {
    siftUp(index, entry);
  } else {
    siftDown(index, entry);
  }
}

void TimerHeap::siftUp(std::size_t index, const Entry& entry) {
  while (index > 0) {
    const std::size_t parent = (index - 1) / kArity;
    if (!earlier(entry, heap_[parent])) break;
    place(index, heap_[parent]);
    index = parent;
  }
  place(index, entry);
}

void TimerHeap::siftDown(std::size_t index, const Entry& entry) {
  for (;;) {
    const std::size_t child = earliestChild(index);
    if (child >= heap_.size() || !earlier(heap_[child], entry)) break;
    place(index, heap_[child]);
    index = child;
  }
  place(index, entry);
}

// An index past the end if there is no child.
std::size_t TimerHeap::earliestChild(std::size_t index) const {
  const std::size_t first = index * kArity + 1;
  const std::size_t end = std::min(first + kArity, heap_.size());
  std::size_t best = first;
  for (std::size_t child = first + 1; child < end; ++child) {
    if (earlier(heap_[child], heap_[best])) best = child;
  }
  return best;
}

}  // namespace bridle::internal
