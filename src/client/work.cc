#include "client/work.h"

#include <memory>
#include <utility>

namespace bridle::internal {
namespace {

class Work final : public Task {
 public:
  explicit Work(std::function<void()> work) : work_(std::move(work)) {}

  void run() override {
    const std::unique_ptr<Work> self(this);
    work_();
  }

 private:
  std::function<void()> work_;
};

}  // namespace

bool postWork(Reactor& reactor, std::function<void()> work) {
  auto task = std::make_unique<Work>(std::move(work));
  if (!reactor.post(*task)) return false;
  task.release();  // it deletes itself in run()
  return true;
}

}  // namespace bridle::internal
