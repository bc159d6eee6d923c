#pragma once

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <functional>
#include <memory>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "io/asio_network.h"
#include "io/asio_reactor.h"
#include "io/asio_socket.h"
#include "support/link_recorder.h"
#include "support/status_matchers.h"

namespace bridle::internal {

using namespace std::chrono_literals;
using absl::StatusCode;
using test::FailsWith;
using test::LinkRecorder;
using test::ListenerRecorder;
using testing::ElementsAre;
using testing::HasSubstr;

inline constexpr Endpoint kLoopback{0x7f000001, 0};

// A reactor and a network on an io_context that the test itself runs: one thread.
class AsioTest : public testing::Test {
 protected:
  // Runs the loop until `done()`; false after ten seconds, which is far from any time tested here.
  bool runUntil(const std::function<bool()>& done) {
    const TimePoint limit = reactor_->readClock() + 10s;
    while (!done() && reactor_->readClock() < limit) io_.run_one_for(100ms);
    return done();
  }

  void runFor(Duration time) {
    const TimePoint end = reactor_->readClock() + time;
    while (reactor_->readClock() < end) io_.run_one_until(end);
  }

  void stallFor(Duration time) {
    const TimePoint end = reactor_->readClock() + time;
    while (reactor_->readClock() < end) {
    }
  }

  void runOnLoop(std::function<void()> work) { boost::asio::post(io_, std::move(work)); }

  boost::asio::io_context io_{1};
  boost::asio::executor_work_guard<AsioReactor::Executor> work_{io_.get_executor()};
  std::unique_ptr<AsioReactor> reactor_ = std::make_unique<AsioReactor>(io_.get_executor());
  std::unique_ptr<AsioNetwork> network_ = std::make_unique<AsioNetwork>(*reactor_);
};

// With a listening port.
class AsioLinkTest : public AsioTest {
 protected:
  // Leaves `link` open, with the end that was accepted for it.
  LinkRecorder& open(LinkRecorder& link) {
    const std::size_t before = listener_.accepted.size();
    link.dial(*network_, port_->local());
    EXPECT_TRUE(runUntil([&] { return link.opened && listener_.accepted.size() > before; }));
    return *listener_.accepted.back();
  }

  ListenerRecorder listener_;
  std::unique_ptr<ListeningPort> port_ = *network_->listen(kLoopback, listener_);
};

}  // namespace bridle::internal
