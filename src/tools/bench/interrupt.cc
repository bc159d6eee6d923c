#include "tools/bench/interrupt.h"

#include <iterator>

namespace bridle::internal::bench {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM};

std::atomic<bool> interrupted{false};
std::atomic<int> caught{0};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free,
              "a signal handler may not wait for a lock");

void interrupt(int signal) {
  caught.store(signal, std::memory_order_relaxed);
  interrupted.store(true, std::memory_order_release);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  interrupted = false;
  caught = 0;
  struct sigaction action = {};
  action.sa_handler = interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  for (std::size_t i = 0; i < std::size(kSignals); ++i) {
    sigaction(kSignals[i], &action, &before_[i]);
  }
}

InterruptGuard::~InterruptGuard() {
  for (std::size_t i = 0; i < std::size(kSignals); ++i) {
    sigaction(kSignals[i], &before_[i], nullptr);
  }
}

const std::atomic<bool>& InterruptGuard::flag() const {
  return interrupted;
}

int InterruptGuard::signal() const {
  return caught;
}

}  // namespace bridle::internal::bench
