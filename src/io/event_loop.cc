#include "io/event_loop.h"

#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <future>
#include <thread>
#include <utility>

#include "io/asio_network.h"
#include "io/asio_reactor.h"
#include "io/background_thread.h"

namespace bridle::internal {
namespace {

class Errand final : public Task {
 public:
  explicit Errand(const std::function<void()>& work) : work_(work) {}

  void run() override {
    work_();
    done_.set_value();
  }
  void wait() { done_.get_future().wait(); }

 private:
  const std::function<void()>& work_;
  std::promise<void> done_;
};

}  // namespace

// Shared with the thread, which may outlive the EventLoop if that was destroyed on it.
struct EventLoop::Body {
  explicit Body(std::string name) : thread_name(std::move(name)) {}

  const std::string thread_name;
  boost::asio::io_context io{1};
  boost::asio::executor_work_guard<AsioReactor::Executor> work{io.get_executor()};
  AsioReactor reactor{io.get_executor()};
  AsioNetwork network{reactor};
  std::atomic<bool> stopping{false};
  std::thread thread;

  bool isOwnThread() const { return thread.get_id() == std::this_thread::get_id(); }
};

EventLoop::EventLoop(std::string thread_name)
    : body_(std::make_shared<Body>(std::move(thread_name))) {}

EventLoop::~EventLoop() {
  stop();
  if (body_->thread.joinable()) body_->thread.detach();
}

absl::Status EventLoop::start(std::shared_ptr<void> keep_alive) {
  absl::StatusOr<std::thread> thread =
      startThread(body_->thread_name, [body = body_, keep_alive = std::move(keep_alive)]() mutable {
        body->io.run();
        keep_alive.reset();
      });
  if (!thread.ok()) return thread.status();
  body_->thread = *std::move(thread);
  return absl::OkStatus();
}

void EventLoop::stop() {
  if (!body_->stopping.exchange(true)) {
    const auto end = [body = body_.get()] {
      body->reactor.endTasks();
      body->io.stop();
    };
    if (body_->thread.joinable() && !body_->isOwnThread()) {
      boost::asio::post(body_->io, end);
    } else {
      end();
    }
  }
  if (body_->thread.joinable() && !body_->isOwnThread()) body_->thread.join();
}

void EventLoop::runInLoop(const std::function<void()>& work) {
  if (!body_->thread.joinable() || body_->isOwnThread()) return work();
  Errand errand(work);
  if (!body_->reactor.post(errand)) return work();
  errand.wait();
}

Reactor& EventLoop::reactor() {
  return body_->reactor;
}

Network& EventLoop::network() {
  return body_->network;
}

}  // namespace bridle::internal
