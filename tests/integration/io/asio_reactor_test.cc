#include "io/asio_reactor.h"

#include <array>
#include <thread>
#include <vector>

#include "integration/io/asio_fixture.h"
#include "support/allocation_counter.h"

namespace bridle::internal {
namespace {

using AsioReactorTest = AsioTest;

class Alarm {
 public:
  explicit Alarm(std::function<void(TimePoint)> action) : action_(std::move(action)) {}
  void onTime(TimePoint now) { action_(now); }
  MemberTimer<&Alarm::onTime> timer{*this};

 private:
  std::function<void(TimePoint)> action_;
};

class Errand final : public Task {
 public:
  explicit Errand(std::function<void()> action) : action_(std::move(action)) {}
  void run() override { action_(); }

 private:
  std::function<void()> action_;
};

class Closing final : public TurnEnd {
 public:
  explicit Closing(std::function<void()> action) : action_(std::move(action)) {}
  void onTurnEnd() override { action_(); }

 private:
  std::function<void()> action_;
};

TEST_F(AsioReactorTest, TimersFireInOrderAndNeverEarly) {
  std::vector<int> fired;
  std::vector<std::unique_ptr<Alarm>> alarms;
  const TimePoint start = reactor_->now();
  for (const int ms : {30, 5, 20, 10}) {
    alarms.push_back(std::make_unique<Alarm>([&, ms](TimePoint now) {
      fired.push_back(ms);
      EXPECT_GE(now, start + std::chrono::milliseconds(ms));
      EXPECT_GE(reactor_->readClock(), now);
      EXPECT_EQ(reactor_->now(), now);
    }));
    reactor_->arm(alarms.back()->timer, start + std::chrono::milliseconds(ms));
  }
  EXPECT_TRUE(runUntil([&] { return fired.size() == 4; }));
  EXPECT_THAT(fired, ElementsAre(5, 10, 20, 30));
}

TEST_F(AsioReactorTest, CancelledAndMovedTimersAreHonoured) {
  std::vector<std::string> fired;
  Alarm cancelled([&](TimePoint) { fired.push_back("cancelled"); });
  Alarm sooner([&](TimePoint) { fired.push_back("sooner"); });
  Alarm later([&](TimePoint) { fired.push_back("later"); });
  const TimePoint start = reactor_->now();
  reactor_->arm(cancelled.timer, start + 1ms);
  reactor_->arm(later.timer, start + 2ms);
  reactor_->arm(sooner.timer, start + 1h);
  reactor_->cancel(cancelled.timer);
  reactor_->arm(later.timer, start + 10ms);
  reactor_->arm(sooner.timer, start + 5ms);
  EXPECT_TRUE(runUntil([&] { return fired.size() == 2; }));
  EXPECT_THAT(fired, ElementsAre("sooner", "later"));
}

TEST_F(AsioReactorTest, ATimerThatRearmsItselfForThePastStarvesNobody) {
  int rounds = 0;
  std::unique_ptr<Alarm> busy;
  busy = std::make_unique<Alarm>([&](TimePoint now) {
    ++rounds;
    reactor_->arm(busy->timer, now - 1s);
  });
  bool task_ran = false;
  Errand task([&] { task_ran = true; });
  reactor_->arm(busy->timer, reactor_->now());
  EXPECT_TRUE(runUntil([&] { return rounds > 3; }));
  reactor_->post(task);
  EXPECT_TRUE(runUntil([&] { return task_ran; }));
  reactor_->cancel(busy->timer);
}

TEST_F(AsioReactorTest, TimeStandsStillWithinATurnOnly) {
  TimePoint in_task, at_end;
  Closing end([&] { at_end = reactor_->now(); });
  Errand task([&] {
    in_task = reactor_->now();
    stallFor(1ms);
    EXPECT_EQ(reactor_->now(), in_task);
    reactor_->atTurnEnd(end);
  });
  reactor_->post(task);
  EXPECT_TRUE(runUntil([&] { return at_end != TimePoint(); }));
  EXPECT_EQ(at_end, in_task);

  const TimePoint outside = reactor_->now();
  EXPECT_GE(outside, in_task + 1ms);
  stallFor(1ms);
  EXPECT_GE(reactor_->now(), outside + 1ms);
}

TEST_F(AsioReactorTest, TheEndOfATurnComesAfterTheHandlersThatWaited) {
  std::vector<std::string> log;
  Closing end([&] { log.push_back("end"); });
  runOnLoop([&] {
    log.push_back("first");
    reactor_->atTurnEnd(end);
    reactor_->atTurnEnd(end);
  });
  runOnLoop([&] { log.push_back("second"); });
  EXPECT_TRUE(runUntil([&] { return log.size() == 3; }));
  runFor(1ms);
  EXPECT_THAT(log, ElementsAre("first", "second", "end"));
}

TEST_F(AsioReactorTest, IsCurrentOnTheThreadThatRunsTheLoopOnly) {
  EXPECT_FALSE(reactor_->isCurrent());
  bool current = false;
  Errand task([&] { current = reactor_->isCurrent(); });
  reactor_->post(task);
  EXPECT_TRUE(runUntil([&] { return current; }));
}

// Counts down; the posters wait for nothing, so the stack runs full and empty many times.
class Numbered final : public Task {
 public:
  void run() override { sink->push_back(number); }
  std::vector<int>* sink = nullptr;
  int number = 0;
};

TEST_F(AsioReactorTest, TasksFromFourThreadsAllRunInTheOrderOfEachThread) {
  constexpr int kTasks = 50'000;
  std::array<std::vector<int>, 4> sinks;
  std::array<std::vector<Numbered>, 4> tasks;
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 4; ++t) {
    tasks[t] = std::vector<Numbered>(kTasks);
    for (int i = 0; i < kTasks; ++i) {
      tasks[t][static_cast<std::size_t>(i)].sink = &sinks[t];
      tasks[t][static_cast<std::size_t>(i)].number = i;
    }
    threads.emplace_back([&, t] {
      for (Numbered& task : tasks[t]) reactor_->post(task);
    });
  }
  EXPECT_TRUE(runUntil([&] {
    return std::all_of(sinks.begin(), sinks.end(), [](auto& s) { return s.size() == kTasks; });
  }));
  for (std::thread& thread : threads) thread.join();
  for (const auto& sink : sinks) EXPECT_TRUE(std::is_sorted(sink.begin(), sink.end()));
}

TEST_F(AsioReactorTest, PostingFromAnotherThreadAllocatesNothing) {
  std::uint64_t allocated = 1;
  int ran = 0;
  Errand first([&] { ++ran; }), second([&] { ++ran; });
  std::thread([&] {
    const std::uint64_t before = test::allocations();
    reactor_->post(first);
    reactor_->post(second);
    allocated = test::allocations() - before;
  }).join();
  EXPECT_EQ(allocated, 0U);
  EXPECT_TRUE(runUntil([&] { return ran == 2; }));
}

TEST_F(AsioReactorTest, ManyTasksDoNotKeepTimersWaiting) {
  std::vector<std::unique_ptr<Errand>> tasks;
  int ran = 0;
  int ran_before_timer = -1;
  for (int i = 0; i < 2000; ++i) {
    tasks.push_back(std::make_unique<Errand>([&] {
      ++ran;
      stallFor(10us);
    }));
    reactor_->post(*tasks.back());
  }
  Alarm alarm([&](TimePoint) { ran_before_timer = ran; });
  reactor_->arm(alarm.timer, reactor_->now() + 1ms);
  EXPECT_TRUE(runUntil([&] { return ran == 2000; }));
  EXPECT_GT(ran_before_timer, 0);
  EXPECT_LT(ran_before_timer, 2000);
}

TEST_F(AsioReactorTest, EndingItsTasksRunsThoseThatWaitAndRefusesOthers) {
  std::vector<std::string> log;
  Errand late([&] { log.push_back("late"); });
  Errand second([&] { log.push_back("second"); });
  Errand first([&] {
    log.push_back("first");
    reactor_->endTasks();
    EXPECT_FALSE(reactor_->post(late));
  });
  EXPECT_TRUE(reactor_->post(first));
  EXPECT_TRUE(reactor_->post(second));
  EXPECT_TRUE(runUntil([&] { return log.size() == 2; }));
  EXPECT_FALSE(reactor_->post(late));
  runFor(1ms);
  EXPECT_THAT(log, ElementsAre("first", "second"));
}

TEST_F(AsioReactorTest, MayBeDestroyedInATask) {
  Errand never([] { FAIL() << "ran after the reactor was destroyed"; });
  bool destroyed = false;
  Errand last([&] {
    network_.reset();
    reactor_.reset();
    destroyed = true;
  });
  reactor_->post(last);
  reactor_->post(never);
  while (!destroyed) io_.run_one();
  io_.poll();
}

TEST_F(AsioReactorTest, MayBeDestroyedInATimerAndAtATurnsEnd) {
  AsioReactor* reactor = reactor_.get();
  bool destroyed = false;
  Closing end([&] {
    network_.reset();
    reactor_.reset();
    destroyed = true;
  });
  Alarm alarm([&](TimePoint) { reactor->atTurnEnd(end); });
  reactor->arm(alarm.timer, reactor->now() + 1ms);
  while (!destroyed) io_.run_one();
  io_.poll();
}

TEST_F(AsioReactorTest, ItsLoopEndsWhenNothingElseHoldsIt) {
  Alarm alarm([](TimePoint) { FAIL() << "cancelled"; });
  reactor_->arm(alarm.timer, reactor_->now() + 1h);
  reactor_->cancel(alarm.timer);
  network_.reset();
  reactor_.reset();
  work_.reset();
  io_.run();  // does not wait for an hour
}

}  // namespace
}  // namespace bridle::internal
