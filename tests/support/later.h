#pragma once

#include <functional>
#include <map>
#include <utility>

#include "io/reactor.h"

namespace bridle::test {

// Runs functions at given moments of a loop's time; those of one moment in the order they were
// given.
class Later {
 public:
  explicit Later(internal::Reactor& reactor) : reactor_(reactor) {}
  ~Later() { reactor_.cancel(timer_); }
  Later(const Later&) = delete;
  Later& operator=(const Later&) = delete;

  void at(internal::TimePoint when, std::function<void()> what) {
    waiting_.emplace(when, std::move(what));
    reactor_.arm(timer_, waiting_.begin()->first);
  }
  void after(internal::Duration delay, std::function<void()> what) {
    at(reactor_.now() + delay, std::move(what));
  }

 private:
  void onTimer(internal::TimePoint now) {
    while (!waiting_.empty() && waiting_.begin()->first <= now) {
      const auto next = waiting_.extract(waiting_.begin());
      next.mapped()();
    }
    if (!waiting_.empty()) reactor_.arm(timer_, waiting_.begin()->first);
  }

  internal::Reactor& reactor_;
  std::multimap<internal::TimePoint, std::function<void()>> waiting_;
  internal::MemberTimer<&Later::onTimer> timer_{*this};
};

}  // namespace bridle::test
