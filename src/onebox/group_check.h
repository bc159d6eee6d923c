#pragma once

#include <functional>
#include <utility>

#include "base/time.h"
#include "io/reactor.h"

namespace bridle::internal::onebox {

// The beat in which a primary tells its secondaries what is committed: multiples of an interval
// after it began to lead. Beats that nobody waits for do not happen.
class GroupCheck {
 public:
  GroupCheck(Reactor& reactor, Duration interval, std::function<void()> beat)
      : reactor_(reactor), interval_(interval), beat_(std::move(beat)), begun_(reactor.now()) {}
  ~GroupCheck() { reactor_.cancel(timer_); }
  GroupCheck(const GroupCheck&) = delete;
  GroupCheck& operator=(const GroupCheck&) = delete;

  void awaitBeat() {
    if (timer_.armed()) return;
    const auto passed = (reactor_.now() - begun_) / interval_;
    reactor_.arm(timer_, begun_ + (passed + 1) * interval_);
  }

  void beginAnew() {
    reactor_.cancel(timer_);
    begun_ = reactor_.now();
  }

 private:
  void onTimer(TimePoint) { beat_(); }

  Reactor& reactor_;
  const Duration interval_;
  const std::function<void()> beat_;
  TimePoint begun_;
  MemberTimer<&GroupCheck::onTimer> timer_{*this};
};

}  // namespace bridle::internal::onebox
