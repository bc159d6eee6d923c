#include "tools/bench/noop_target.h"

#include <atomic>

#include "tools/bench/stopwatch.h"

namespace bridle::internal::bench {

// Completions take turns, as they would with a server behind, so that each lane gets its share.
class NoopTarget::NoopLoop final : public Loop {
 public:
  void send(const Request&, Completion& done) override { waiting_.push_back(&done); }
  void wait(Duration, Completion& done) override { waiting_.push_back(&done); }

  std::int64_t nowNanos() override { return steadyNanos(); }

  void run() override {
    while (!waiting_.empty() && !stopped_.load(std::memory_order_relaxed)) {
      due_.swap(waiting_);
      for (Completion* const done : due_) done->onDone({});
      due_.clear();
    }
  }

  void stop() override { stopped_.store(true, std::memory_order_relaxed); }

 private:
  std::vector<Completion*> waiting_;
  std::vector<Completion*> due_;
  std::atomic<bool> stopped_{false};
};

NoopTarget::NoopTarget(std::size_t loops) {
  for (std::size_t i = 0; i < loops; ++i) loops_.push_back(std::make_unique<NoopLoop>());
}

NoopTarget::~NoopTarget() = default;

Loop& NoopTarget::loop(std::size_t index) {
  return *loops_[index];
}

}  // namespace bridle::internal::bench
