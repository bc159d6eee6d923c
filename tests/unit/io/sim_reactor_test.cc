#include "io/sim_reactor.h"

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace bridle::internal {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

constexpr TimePoint kStart{};

class Alarm {
 public:
  explicit Alarm(std::function<void()> action) : action_(std::move(action)) {}
  void onTime(TimePoint) { action_(); }
  MemberTimer<&Alarm::onTime> timer{*this};

 private:
  std::function<void()> action_;
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

class SimReactorTest : public testing::Test {
 protected:
  std::function<void()> note(const std::string& what) {
    return [this, what] {
      const auto ms =
          std::chrono::duration_cast<std::chrono::milliseconds>(reactor_.now() - kStart);
      log_.push_back(what + "@" + std::to_string(ms.count()));
    };
  }

  SimReactor reactor_;
  std::vector<std::string> log_;
};

TEST_F(SimReactorTest, TimeJumpsFromEventToEvent) {
  Alarm late(note("late")), early(note("early"));
  reactor_.arm(late.timer, kStart + 1h);
  reactor_.arm(early.timer, kStart + 5ms);
  EXPECT_TRUE(reactor_.step());
  EXPECT_TRUE(reactor_.step());
  EXPECT_FALSE(reactor_.step());
  EXPECT_THAT(log_, ElementsAre("early@5", "late@3600000"));
}

TEST_F(SimReactorTest, RunUntilIncludesItsLastInstantAndEndsThere) {
  Alarm a(note("a")), b(note("b")), c(note("c"));
  reactor_.arm(a.timer, kStart + 5ms);
  reactor_.arm(b.timer, kStart + 10ms);
  reactor_.arm(c.timer, kStart + 10ms + 1ns);
  reactor_.runFor(10ms);
  EXPECT_THAT(log_, ElementsAre("a@5", "b@10"));
  EXPECT_EQ(reactor_.now(), kStart + 10ms);
  EXPECT_EQ(reactor_.timers(), 1U);
  reactor_.cancel(c.timer);
  reactor_.runFor(1s);
  EXPECT_EQ(reactor_.now(), kStart + 1010ms);
}

TEST_F(SimReactorTest, ATurnRunsTasksThenTimersThenItsEnd) {
  Closing end(note("end"));
  Errand task([&] {
    note("task")();
    reactor_.atTurnEnd(end);
  });
  Alarm first(note("first")), second(note("second"));
  reactor_.arm(first.timer, kStart);
  reactor_.arm(second.timer, kStart);
  EXPECT_TRUE(reactor_.post(task));
  EXPECT_TRUE(reactor_.step());
  EXPECT_THAT(log_, ElementsAre("task@0", "first@0", "second@0", "end@0"));
  EXPECT_TRUE(reactor_.idle());
}

TEST_F(SimReactorTest, WhatATurnAddsBelongsToTheNextTurnOfTheSameInstant) {
  Closing end(note("end"));
  Alarm again(note("again"));
  Errand task(note("task"));
  Alarm first([&] {
    note("first")();
    reactor_.atTurnEnd(end);
    EXPECT_TRUE(reactor_.post(task));
    reactor_.arm(again.timer, kStart);  // in the past by then: counts as now
  });
  reactor_.arm(first.timer, kStart + 3ms);
  EXPECT_TRUE(reactor_.step());
  EXPECT_THAT(log_, ElementsAre("first@3", "end@3"));
  EXPECT_TRUE(reactor_.step());
  EXPECT_THAT(log_, ElementsAre("first@3", "end@3", "task@3", "again@3"));
}

TEST_F(SimReactorTest, TurnEndCanBeCancelled) {
  Closing end(note("end"));
  reactor_.atTurnEnd(end);
  EXPECT_FALSE(reactor_.idle());
  reactor_.cancelTurnEnd(end);
  EXPECT_TRUE(reactor_.idle());
  EXPECT_FALSE(reactor_.step());
}

TEST_F(SimReactorTest, RunUntilIdleTellsWhetherItWasReached) {
  Alarm once(note("once"));
  reactor_.arm(once.timer, kStart + 5ms);
  EXPECT_TRUE(reactor_.runUntilIdle(1s));
  EXPECT_EQ(reactor_.now(), kStart + 5ms);

  reactor_.arm(once.timer, reactor_.now() + 2s);
  EXPECT_FALSE(reactor_.runUntilIdle(1s));
  EXPECT_EQ(reactor_.now(), kStart + 1005ms);
  reactor_.cancel(once.timer);
}

TEST_F(SimReactorTest, RunUntilACondition) {
  int ticks = 0;
  std::unique_ptr<Alarm> alarm;
  alarm = std::make_unique<Alarm>([&] {
    ++ticks;
    reactor_.arm(alarm->timer, reactor_.now() + 1ms);
  });
  reactor_.arm(alarm->timer, kStart);
  EXPECT_TRUE(reactor_.runUntil([&] { return ticks == 7; }, 1s));
  EXPECT_EQ(reactor_.now(), kStart + 6ms);
  EXPECT_FALSE(reactor_.runUntil([&] { return ticks < 0; }, 10ms));
  EXPECT_EQ(reactor_.now(), kStart + 16ms);
  reactor_.cancel(alarm->timer);
}

TEST_F(SimReactorTest, AnEndlessChainAtOneInstantIsReportedInsteadOfHanging) {
  std::unique_ptr<Alarm> alarm;
  alarm = std::make_unique<Alarm>([&] { reactor_.arm(alarm->timer, reactor_.now()); });
  reactor_.arm(alarm->timer, kStart);
  EXPECT_THROW(reactor_.runFor(1ms), std::logic_error);
  reactor_.cancel(alarm->timer);
}

TEST_F(SimReactorTest, UnixTimeFollowsVirtualTime) {
  EXPECT_EQ(reactor_.unixSeconds(), SimReactor::kDefaultUnixStart);
  reactor_.runFor(90s);
  EXPECT_EQ(reactor_.unixSeconds(), SimReactor::kDefaultUnixStart + 90);
  EXPECT_EQ(SimReactor(5).unixSeconds(), 5);
}

TEST_F(SimReactorTest, OnlyTheThreadThatMadeItIsCurrent) {
  EXPECT_TRUE(reactor_.isCurrent());
  bool current_elsewhere = true;
  std::thread([&] { current_elsewhere = reactor_.isCurrent(); }).join();
  EXPECT_FALSE(current_elsewhere);
}

}  // namespace
}  // namespace bridle::internal
