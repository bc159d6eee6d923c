#pragma once

#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "io/link.h"
#include "io/reactor.h"

namespace bridle::internal {

// A thread of its own that runs a reactor and a network over TCP.
//
// start(), stop(), runInLoop() and the destructor belong to the owner's thread. Links, timers and
// ports must be gone before the loop is, and are best destroyed within runInLoop().
class EventLoop {
 public:
  explicit EventLoop(std::string thread_name);  // Linux shows the first 15 characters
  ~EventLoop();                                 // stops; allowed on the loop's own thread
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  // Once. `keep_alive` is let go when the thread ends, perhaps as its last act. ResourceExhausted
  // if there is no thread to be had.
  absl::Status start(std::shared_ptr<void> keep_alive = nullptr);

  // Ends the thread after all tasks that were posted; those posted later are refused. Final, and
  // harmless if repeated. Called on the loop's own thread it returns at once and the thread ends
  // soon after.
  void stop();

  // Runs `work` on the loop and waits for it: for setting up and tearing down only. Runs it here
  // if this is the loop's thread or if there is no thread, before start() and after stop().
  void runInLoop(const std::function<void()>& work);

  Reactor& reactor();
  Network& network();

 private:
  struct Body;
  std::shared_ptr<Body> body_;
};

}  // namespace bridle::internal
