#include "io/background_thread.h"

#include <pthread.h>

#include <csignal>
#include <system_error>
#include <utility>

#include "base/status.h"

namespace bridle::internal {
namespace {

constexpr std::size_t kMaxNameLength = 15;

// A thread inherits the mask of the one that starts it.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_;
};

}  // namespace

absl::StatusOr<std::thread> startThread(const std::string& name, std::function<void()> body) {
  const SignalsBlocked blocked;
  try {
    std::thread thread(std::move(body));
    pthread_setname_np(thread.native_handle(), name.substr(0, kMaxNameLength).c_str());
    return thread;
  } catch (const std::system_error& error) {
    return statusOf(absl::StatusCode::kResourceExhausted, "cannot start thread ", name, ": ",
                    error.what(), "; raise the limit on threads or start fewer");
  }
}

}  // namespace bridle::internal
