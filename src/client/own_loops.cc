#include <algorithm>
#include <mutex>

#include "base/status.h"
#include "client/loops.h"
#include "io/event_loop.h"

namespace bridle::internal {
namespace {

// Each thread shares in the core, and the core in the loops, so all live until the last thread has
// ended.
class OwnLoops final : public Loops {
 public:
  explicit OwnLoops(int count) {
    for (int i = 0; i < count; ++i)
      loops_.push_back(std::make_unique<EventLoop>(text("bridle-", i)));
  }

  std::vector<Network*> networks() override {
    std::vector<Network*> networks;
    for (const auto& loop : loops_) networks.push_back(&loop->network());
    return networks;
  }

  absl::Status start(const std::shared_ptr<ClientCore>& core) override {
    for (const auto& loop : loops_) {
      const absl::Status started = loop->start(core);
      if (!started.ok()) return started;
    }
    return absl::OkStatus();
  }

  void close(ClientCore& core) override {
    for (std::size_t i = 0; i < loops_.size(); ++i) {
      loops_[i]->runInLoop([&core, i] { core.closeShard(i); });
    }
    stop();
  }

  // Nobody waits on one of the threads, not even for the lock: its holder waits for that thread.
  void join() override {
    const bool here = std::any_of(loops_.begin(), loops_.end(),
                                  [](const auto& loop) { return loop->reactor().isCurrent(); });
    if (here) return;
    const std::lock_guard lock(joining_);
    stop();
  }

 private:
  void stop() {
    for (const auto& loop : loops_) loop->stop();
  }

  std::mutex joining_;
  std::vector<std::unique_ptr<EventLoop>> loops_;
};

}  // namespace

std::shared_ptr<Loops> ownLoops(int count) {
  return std::make_shared<OwnLoops>(count);
}

}  // namespace bridle::internal
