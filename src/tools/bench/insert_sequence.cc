#include "tools/bench/insert_sequence.h"

namespace bridle::internal::bench {

std::int64_t InsertSequence::take() {
  const std::lock_guard lock(mutex_);
  if (!given_back_.empty()) {
    const std::int64_t number = given_back_.back();
    given_back_.pop_back();
    return number;
  }
  missing_.insert(missing_.end(), next_);
  return next_++;
}

void InsertSequence::acknowledge(std::int64_t number) {
  const std::lock_guard lock(mutex_);
  missing_.erase(number);
  last_.store((missing_.empty() ? next_ : *missing_.begin()) - 1, std::memory_order_relaxed);
}

void InsertSequence::giveBack(std::int64_t number) {
  const std::lock_guard lock(mutex_);
  given_back_.push_back(number);
}

}  // namespace bridle::internal::bench
