#pragma once

#include <optional>
#include <semaphore>
#include <utility>

namespace bridle::internal {

// A completion handler for a thread that waits for it: hand out handler(), then call wait().
template <typename Completion>
class Waiter {
 public:
  auto handler() {
    return [this](Completion completion) {
      completion_.emplace(std::move(completion));
      done_.release();
    };
  }

  Completion wait() {
    done_.acquire();
    return *std::move(completion_);
  }

 private:
  std::binary_semaphore done_{0};
  std::optional<Completion> completion_;
};

}  // namespace bridle::internal
