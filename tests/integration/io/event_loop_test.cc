#include "io/event_loop.h"

#include <pthread.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <future>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "support/link_recorder.h"
#include "support/status_matchers.h"

namespace bridle::internal {
namespace {

using namespace std::chrono_literals;
using test::IsOk;
using test::LinkRecorder;
using test::ListenerRecorder;

TEST(EventLoopTest, RunsWorkOnItsOwnThread) {
  EventLoop loop("bridle-test");
  ASSERT_THAT(loop.start(), IsOk());
  std::thread::id ran_on;
  char name[16] = {};
  loop.runInLoop([&] {
    ran_on = std::this_thread::get_id();
    pthread_getname_np(pthread_self(), name, sizeof name);
    EXPECT_TRUE(loop.reactor().isCurrent());
  });
  EXPECT_NE(ran_on, std::this_thread::get_id());
  EXPECT_STREQ(name, "bridle-test");
  EXPECT_FALSE(loop.reactor().isCurrent());
}

TEST(EventLoopTest, WorkRunsHereWhileThereIsNoThread) {
  EventLoop loop("bridle-test");
  std::thread::id ran_on;
  const auto note = [&] { ran_on = std::this_thread::get_id(); };
  loop.runInLoop(note);
  EXPECT_EQ(ran_on, std::this_thread::get_id());
  ASSERT_THAT(loop.start(), IsOk());
  loop.stop();
  ran_on = {};
  loop.runInLoop(note);
  EXPECT_EQ(ran_on, std::this_thread::get_id());
}

TEST(EventLoopTest, WorkFromWithinTheLoopRunsAtOnce) {
  EventLoop loop("bridle-test");
  ASSERT_THAT(loop.start(), IsOk());
  bool inner = false;
  loop.runInLoop([&] {
    loop.runInLoop([&] { inner = true; });
    EXPECT_TRUE(inner);
  });
}

TEST(EventLoopTest, StoppingIsFinalAndMayBeRepeated) {
  EventLoop loop("bridle-test");
  loop.stop();  // never started
  EventLoop other("bridle-test");
  ASSERT_THAT(other.start(), IsOk());
  other.stop();
  other.stop();
}

// Sets `ran`, after a while.
struct SlowTask final : Task {
  void run() override {
    std::this_thread::sleep_for(1ms);
    ran = true;
  }
  bool ran = false;
};

TEST(EventLoopTest, TasksPostedBeforeTheStopRunAndLaterOnesAreRefused) {
  std::array<SlowTask, 10> before;
  SlowTask after;
  EventLoop loop("bridle-test");
  ASSERT_THAT(loop.start(), IsOk());
  for (SlowTask& task : before) EXPECT_TRUE(loop.reactor().post(task));
  loop.stop();
  for (const SlowTask& task : before) EXPECT_TRUE(task.ran);
  EXPECT_FALSE(loop.reactor().post(after));
  EXPECT_FALSE(after.ran);
}

// No task is lost between "posted" and "refused".
TEST(EventLoopTest, EachTaskThatWasAcceptedRuns) {
  for (int round = 0; round < 50; ++round) {
    struct Counted final : Task {
      void run() override { ran = true; }
      bool ran = false;
    };
    std::vector<Counted> tasks(10'000);
    std::size_t accepted = 0;
    EventLoop loop("bridle-test");
    ASSERT_THAT(loop.start(), IsOk());
    std::thread poster([&] {
      while (accepted < tasks.size() && loop.reactor().post(tasks[accepted])) ++accepted;
    });
    loop.stop();
    poster.join();
    const auto ran = std::count_if(tasks.begin(), tasks.end(), [](auto& task) { return task.ran; });
    EXPECT_EQ(static_cast<std::size_t>(ran), accepted);
  }
}

TEST(EventLoopTest, LetsGoOfItsUserWhenItsThreadEnds) {
  EventLoop loop("bridle-test");
  auto user = std::make_shared<int>();
  const std::weak_ptr<int> watched = user;
  ASSERT_THAT(loop.start(std::move(user)), IsOk());
  loop.runInLoop([&] { EXPECT_FALSE(watched.expired()); });
  loop.stop();
  EXPECT_TRUE(watched.expired());
}

TEST(EventLoopTest, StopsWithTimersArmedAndLinksOpen) {
  struct Owner {
    void onTime(TimePoint) {}
    MemberTimer<&Owner::onTime> timer{*this};
  } owner;
  ListenerRecorder listener;
  LinkRecorder link;
  EventLoop loop("bridle-test");
  ASSERT_THAT(loop.start(), IsOk());
  std::unique_ptr<ListeningPort> port;
  loop.runInLoop([&] {
    port = *loop.network().listen({0x7f000001, 0}, listener);
    link.dial(loop.network(), port->local());
    loop.reactor().arm(owner.timer, loop.reactor().now() + 1h);
  });
  loop.stop();
  loop.reactor().cancel(owner.timer);
  link.link.reset();
  listener.accepted.clear();
  port.reset();
}

TEST(EventLoopTest, MayBeDestroyedOnItsOwnThread) {
  auto loop = std::make_unique<EventLoop>("bridle-test");
  ASSERT_THAT(loop->start(), IsOk());
  struct LastTask final : Task {
    void run() override {
      loop.reset();
      gone.set_value();
    }
    std::unique_ptr<EventLoop> loop;
    std::promise<void> gone;
  } task;
  Reactor& reactor = loop->reactor();
  task.loop = std::move(loop);
  reactor.post(task);
  EXPECT_EQ(task.gone.get_future().wait_for(10s), std::future_status::ready);
}

TEST(EventLoopTest, SignalsAreLeftToTheProgram) {
  EventLoop loop("bridle-test");
  ASSERT_THAT(loop.start(), IsOk());
  sigset_t blocked;
  loop.runInLoop([&] { pthread_sigmask(SIG_SETMASK, nullptr, &blocked); });
  EXPECT_EQ(sigismember(&blocked, SIGTERM), 1);
  EXPECT_EQ(sigismember(&blocked, SIGINT), 1);
  pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
  EXPECT_EQ(sigismember(&blocked, SIGTERM), 0);
}

}  // namespace
}  // namespace bridle::internal
