#pragma once

#include <atomic>

namespace bridle::internal::bench {

// While it lives, the first Ctrl-C or SIGTERM sets a flag instead of ending the process, so that
// what was measured can still be reported. The second one ends it. One at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  const std::atomic<bool>& flag() const;
};

}  // namespace bridle::internal::bench
