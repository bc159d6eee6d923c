#include "tools/bench/run_control.h"

namespace bridle::internal::bench {

void RunControl::fail(const std::string& why) {
  {
    const std::lock_guard lock(mutex_);
    if (failure_.empty()) failure_ = why;
  }
  stop();
}

void RunControl::noteError(const std::string& what) {
  if (wanted_errors_.fetch_sub(1, std::memory_order_relaxed) <= 0) return;
  const std::lock_guard lock(mutex_);
  errors_.push_back(what);
}

std::string RunControl::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

std::vector<std::string> RunControl::errors() const {
  const std::lock_guard lock(mutex_);
  return errors_;
}

}  // namespace bridle::internal::bench
