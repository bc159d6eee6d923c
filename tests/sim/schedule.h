#pragma once

#include <functional>
#include <map>
#include <utility>

#include "io/sim_reactor.h"

namespace bridle::internal::sim {

// Things that shall happen at given moments of virtual time; those of one moment in the order in
// which they were added.
class Schedule {
 public:
  explicit Schedule(SimReactor& reactor) : reactor_(reactor) {}
  ~Schedule() { reactor_.cancel(timer_); }

  void at(TimePoint when, std::function<void()> work) {
    work_.emplace(when, std::move(work));
    arm();
  }
  void after(Duration time, std::function<void()> work) {
    at(reactor_.now() + time, std::move(work));
  }

 private:
  void arm() {
    if (!work_.empty()) reactor_.arm(timer_, work_.begin()->first);
  }

  void onTimer(TimePoint) {
    const std::function<void()> work = std::move(work_.begin()->second);
    work_.erase(work_.begin());
    arm();
    work();
  }

  SimReactor& reactor_;
  std::multimap<TimePoint, std::function<void()>> work_;
  MemberTimer<&Schedule::onTimer> timer_{*this};
};

}  // namespace bridle::internal::sim
