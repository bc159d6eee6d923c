#include "io/asio_reactor.h"

#include <algorithm>
#include <atomic>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/post.hpp>
#include <chrono>
#include <optional>
#include <utility>

#include "base/limits.h"
#include "base/mpsc_stack.h"
#include "io/handler_slot.h"
#include "io/timer_heap.h"
#include "io/turn_end_list.h"

namespace bridle::internal {
namespace {

using Clock = std::chrono::steady_clock;
using Alarm = boost::asio::basic_waitable_timer<Clock, boost::asio::wait_traits<Clock>,
                                                AsioReactor::Executor>;

// After a stall: one pass through the queue lets epoll look at the sockets, the next one runs the
// handlers that it found.
constexpr int kPassesToDrainSockets = 2;

}  // namespace

// What the handlers in Asio's queue refer to; it outlives the reactor until the last of them is
// gone.
class AsioReactor::Core final : public std::enable_shared_from_this<Core> {
 public:
  explicit Core(const Executor& executor) : executor_(executor), alarm_(std::in_place, executor) {}

  void close();

  const Executor& executor() const { return executor_; }
  TimePoint now() const { return turn_open_ ? now_ : Clock::now(); }

  void arm(Timer& timer, TimePoint when);
  void cancel(Timer& timer) { timers_.cancel(timer); }

  bool post(Task& task) {
    const MpscStack::Pushed pushed = tasks_.push(task);
    if (pushed == MpscStack::Pushed::kFirst) wake();
    return pushed != MpscStack::Pushed::kClosed;
  }
  void endTasks();

  void atTurnEnd(TurnEnd& work);
  void cancelTurnEnd(TurnEnd& work) { turn_end_.cancel(work); }

  void openTurn();
  void leaveTurn() { turn_open_ = turn_end_posted_; }

 private:
  void setAlarm(TimePoint when);
  void onAlarm();
  void drainSocketsThenFire(int passes);
  void fireTimers();

  void wake();
  void onWake();
  Task* nextTask();
  void runBacklog();

  void onTurnEnd();

  template <auto Method>
  auto handler(HandlerSlot& slot) {
    return inSlot(slot, [self = shared_from_this()] {
      if (!self->closed_) ((*self).*Method)();
    });
  }

  const Executor executor_;
  bool closed_ = false;

  // A turn is open while one of our handlers runs, and if there is work for its end until that is
  // done.
  TimePoint now_;
  bool turn_open_ = false;
  bool turn_end_posted_ = false;
  TurnEndList turn_end_;
  HandlerSlot turn_end_slot_;

  // The alarm is set for the earliest timer, or earlier: a cancelled timer leaves it as it is.
  TimerHeap timers_;
  std::optional<Alarm> alarm_;  // gone after endTasks(), as the io_context may be
  TimePoint alarm_at_ = kNever;
  HandlerSlot alarm_slot_;

  // Other threads write these two; a wake-up is posted by whoever sets the flag.
  MpscStack tasks_;
  std::atomic<bool> wake_posted_{false};
  HandlerSlot wake_slot_;
  MpscNode* backlog_ = nullptr;
};

void AsioReactor::Core::close() {
  closed_ = true;
  alarm_.reset();
}

void AsioReactor::Core::openTurn() {
  if (turn_open_) return;
  turn_open_ = true;
  now_ = Clock::now();
}

void AsioReactor::Core::atTurnEnd(TurnEnd& work) {
  turn_end_.add(work);
  if (turn_end_posted_) return;
  openTurn();
  turn_end_posted_ = true;
  boost::asio::post(executor_, handler<&Core::onTurnEnd>(turn_end_slot_));
}

void AsioReactor::Core::onTurnEnd() {
  openTurn();
  turn_end_posted_ = false;
  turn_end_.run();
  turn_open_ = false;  // even if there is more work: that is the next turn's
}

void AsioReactor::Core::arm(Timer& timer, TimePoint when) {
  const TimePoint not_past = std::max(when, now());
  timers_.arm(timer, not_past);
  if (not_past < alarm_at_) setAlarm(not_past);
}

void AsioReactor::Core::setAlarm(TimePoint when) {
  if (!alarm_.has_value()) return;
  alarm_at_ = when;
  alarm_->expires_at(when);
  alarm_->async_wait(inSlot(alarm_slot_, [self = shared_from_this()](auto error) {
    if (!error && !self->closed_) self->onAlarm();
  }));
}

// A stalled loop must not fire a timer for an answer that waits in a socket already.
void AsioReactor::Core::onAlarm() {
  const bool stalled = Clock::now() > saturatingAdd(alarm_at_, limits::kStalledAfter);
  drainSocketsThenFire(stalled ? kPassesToDrainSockets : 0);
}

void AsioReactor::Core::drainSocketsThenFire(int passes) {
  if (passes == 0) return fireTimers();
  boost::asio::post(executor_, inSlot(alarm_slot_, [self = shared_from_this(), passes] {
                      if (!self->closed_) self->drainSocketsThenFire(passes - 1);
                    }));
}

void AsioReactor::Core::fireTimers() {
  const Turn turn(shared_from_this());
  const std::uint64_t mark = timers_.mark();
  for (int fired = 0; fired < limits::kTimersPerTurn; ++fired) {
    Timer* const timer = timers_.popDue(now_, mark);
    if (timer == nullptr) break;
    TimerHeap::fire(*timer, now_);
  }
  alarm_at_ = kNever;
  if (timers_.earliest() != kNever) setAlarm(timers_.earliest());
}

void AsioReactor::Core::wake() {
  if (wake_posted_.exchange(true)) return;
  boost::asio::post(executor_, handler<&Core::onWake>(wake_slot_));
}

void AsioReactor::Core::onWake() {
  wake_posted_.exchange(false);  // before the stack is read, so no task is missed
  const Turn turn(shared_from_this());
  for (int run = 0; run < limits::kTasksPerTurn; ++run) {
    Task* const task = nextTask();
    if (task == nullptr) return;
    task->run();
    if (closed_) return;
  }
  wake();
}

void AsioReactor::Core::endTasks() {
  const Turn turn(shared_from_this());
  // What a task posts is run as well, but not what that posts in turn: the end has to come.
  runBacklog();
  backlog_ = tasks_.close();
  runBacklog();
  alarm_.reset();
}

void AsioReactor::Core::runBacklog() {
  while (backlog_ != nullptr) {
    static_cast<Task*>(std::exchange(backlog_, backlog_->next))->run();
  }
}

Task* AsioReactor::Core::nextTask() {
  if (backlog_ == nullptr) backlog_ = tasks_.drain();
  if (backlog_ == nullptr) return nullptr;
  return static_cast<Task*>(std::exchange(backlog_, backlog_->next));
}

AsioReactor::AsioReactor(const Executor& executor) : core_(std::make_shared<Core>(executor)) {}

AsioReactor::~AsioReactor() {
  core_->close();
}

TimePoint AsioReactor::now() {
  return core_->now();
}

TimePoint AsioReactor::readClock() const {
  return Clock::now();
}

std::int64_t AsioReactor::unixSeconds() {
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

void AsioReactor::arm(Timer& timer, TimePoint when) {
  core_->arm(timer, when);
}

void AsioReactor::cancel(Timer& timer) {
  core_->cancel(timer);
}

bool AsioReactor::post(Task& task) {
  return core_->post(task);
}

void AsioReactor::endTasks() {
  core_->endTasks();
}

bool AsioReactor::isCurrent() const {
  return core_->executor().running_in_this_thread();
}

void AsioReactor::atTurnEnd(TurnEnd& work) {
  core_->atTurnEnd(work);
}

void AsioReactor::cancelTurnEnd(TurnEnd& work) {
  core_->cancelTurnEnd(work);
}

const AsioReactor::Executor& AsioReactor::executor() const {
  return core_->executor();
}

AsioReactor::Turn::Turn(std::shared_ptr<Core> core) : core_(std::move(core)) {
  core_->openTurn();
}

AsioReactor::Turn::~Turn() {
  core_->leaveTurn();
}

}  // namespace bridle::internal
