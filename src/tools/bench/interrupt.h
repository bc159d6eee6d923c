#pragma once

#include <atomic>
#include <csignal>

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
  int signal() const;  // which one it was; 0 = none yet

 private:
  struct sigaction before_[2] = {};  // what the signals did until now
};

}  // namespace bridle::internal::bench
