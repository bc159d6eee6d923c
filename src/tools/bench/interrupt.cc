#include "tools/bench/interrupt.h"

#include <csignal>

namespace bridle::internal::bench {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM};

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may not wait for a lock");

void interrupt(int) {
  interrupted.store(true, std::memory_order_relaxed);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  interrupted = false;
  struct sigaction action = {};
  action.sa_handler = interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  for (const int signal : kSignals) sigaction(signal, &action, nullptr);
}

InterruptGuard::~InterruptGuard() {
  for (const int signal : kSignals) std::signal(signal, SIG_DFL);
}

const std::atomic<bool>& InterruptGuard::flag() const {
  return interrupted;
}

}  // namespace bridle::internal::bench
