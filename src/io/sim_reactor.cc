#include "io/sim_reactor.h"

#include <algorithm>
#include <stdexcept>

#include "base/status.h"

namespace bridle::internal {
namespace {

constexpr int kMaxTurnsAtOneInstant = 100'000;  // then something chases itself without end

}  // namespace

SimReactor::SimReactor(std::int64_t unix_start)
    : unix_start_(unix_start), thread_(std::this_thread::get_id()) {}

std::int64_t SimReactor::unixSeconds() {
  return unix_start_ +
         std::chrono::duration_cast<std::chrono::seconds>(now_.time_since_epoch()).count();
}

void SimReactor::arm(Timer& timer, TimePoint when) {
  timers_.arm(timer, std::max(when, now_));
}

bool SimReactor::step() {
  const TimePoint next = nextEvent();
  if (next == kNever) return false;
  advanceTo(next);
  runTasks();
  const std::uint64_t mark = timers_.mark();
  while (Timer* timer = timers_.popDue(now_, mark)) TimerHeap::fire(*timer, now_);
  turn_end_.run();
  return true;
}

void SimReactor::runUntil(TimePoint when) {
  while (nextEvent() <= when && step()) {
  }
  advanceTo(std::max(now_, when));
}

bool SimReactor::runUntilIdle(Duration limit) {
  return runUntil([this] { return idle(); }, limit);
}

bool SimReactor::runUntil(const std::function<bool()>& done, Duration limit) {
  const TimePoint end = saturatingAdd(now_, limit);
  while (!done()) {
    if (nextEvent() > end || !step()) {
      advanceTo(end);
      return done();
    }
  }
  return true;
}

void SimReactor::advanceTo(TimePoint when) {
  turns_at_this_instant_ = when == now_ ? turns_at_this_instant_ + 1 : 0;
  if (turns_at_this_instant_ > kMaxTurnsAtOneInstant) {
    throw std::logic_error(text("simulation: ", kMaxTurnsAtOneInstant, " turns at ",
                                toMillis(now_.time_since_epoch()), " ms without time moving on"));
  }
  now_ = when;
}

void SimReactor::runTasks() {
  MpscNode* node = tasks_.drain();
  while (node != nullptr) {
    MpscNode* const next = node->next;
    static_cast<Task*>(node)->run();
    node = next;
  }
}

}  // namespace bridle::internal
