#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "support/status_matchers.h"
#include "support/table_world.h"

// Completions run inside the handler: they may start calls, end others, close the table or bring
// routes.
namespace bridle::internal {
namespace {

using test::Answer;
using test::does;
using test::error;
using test::good;
using test::IsOk;
using test::kGet;
using test::kIncr;
using test::kSet;
using test::TableWorld;
using test::TestCall;
using namespace std::chrono_literals;

ErrorCode codeOf(const TestCall& call) {
  return errorInfo(call.status).value().code;
}

class ReentrancyTest : public testing::Test {
 protected:
  void SetUp() override { world.open(); }
  void close() { world.handler().close(ErrorCode::kClosed, "the client is closed"); }

  // Calls whose primary does not answer, with cancel ids from 1.
  std::vector<TestCall*> startAll(const test::TestOp& op, std::size_t count) {
    std::vector<TestCall*> calls;
    for (std::uint64_t id = 1; id <= count; ++id) calls.push_back(&world.start(op, 1s, id));
    return calls;
  }

  // Calls that wait for routes.
  std::vector<TestCall*> startWaiting(std::size_t count) {
    world.p.answers(error("ERR_INVALID_STATE"));
    std::vector<TestCall*> calls = startAll(kSet, count);
    world.reactor.runFor(1ms);
    return calls;
  }

  // Makes all retries fail at once and for good.
  void refuseAll() { world.p.answers(error("ERR_ACL_DENY")); }

  TableWorld world;
};

TEST_F(ReentrancyTest, ACompletionStartsTheNextCall) {
  int left = 1000;
  std::function<void()> next = [&] {
    if (--left > 0) world.start(kGet).on_end = next;
  };
  world.start(kGet).on_end = next;
  world.reactor.runFor(1s);
  EXPECT_EQ(left, 0);
  EXPECT_EQ(world.p.requests().size(), 1000U);
  world.expectQuiet();
}

TEST_F(ReentrancyTest, ACompletionCancelsTheOthersOfItsReply) {
  world.p.answers(good(1ms));
  const std::vector<TestCall*> gets = startAll(kGet, 10);
  gets[0]->on_end = [this] {
    for (std::uint64_t id = 1; id <= 10; ++id) world.handler().cancel(id);
  };
  world.reactor.runFor(1ms);
  EXPECT_THAT(gets[0]->status, IsOk());
  for (std::size_t i = 1; i < gets.size(); ++i) EXPECT_EQ(codeOf(*gets[i]), ErrorCode::kCancelled);
  world.expectQuiet();
}

TEST_F(ReentrancyTest, ACompletionOfALostCallCancelsTheOthers) {
  world.p.answers(does(Answer::Kind::kSilence));
  const std::vector<TestCall*> incrs = startAll(kIncr, 10);
  world.reactor.runFor(1ms);
  incrs[0]->on_end = [this] {
    for (std::uint64_t id = 1; id <= 5; ++id) world.handler().cancel(id);
    world.start(kSet);
  };
  world.p.answers(good());
  world.p.breakConnections();
  world.reactor.runFor(1ms);
  EXPECT_EQ(codeOf(*incrs[0]), ErrorCode::kOutcomeUnknown);
  for (std::size_t i = 1; i < 5; ++i) EXPECT_EQ(codeOf(*incrs[i]), ErrorCode::kCancelled);
  for (std::size_t i = 5; i < 10; ++i) EXPECT_EQ(codeOf(*incrs[i]), ErrorCode::kOutcomeUnknown);
  world.reactor.runFor(1s);
  EXPECT_EQ(world.counters().ok.get(), 1U);
  world.expectQuiet();
}

TEST_F(ReentrancyTest, ACompletionClosesTheTable) {
  world.p.answers(good(1ms));
  const std::vector<TestCall*> gets = startAll(kGet, 10);
  gets[3]->on_end = [this] { close(); };
  world.reactor.runFor(1ms);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_THAT(gets[i]->status, IsOk());
  for (std::size_t i = 4; i < 10; ++i) EXPECT_EQ(codeOf(*gets[i]), ErrorCode::kClosed);
  world.expectQuiet();
}

TEST_F(ReentrancyTest, ACompletionOfATimeOutClosesTheTable) {
  world.p.answers(does(Answer::Kind::kSilence));
  const std::vector<TestCall*> gets = startAll(kGet, 10);
  gets[3]->on_end = [this] { close(); };
  world.reactor.runFor(1s);
  for (std::size_t i = 4; i < 10; ++i) EXPECT_EQ(codeOf(*gets[i]), ErrorCode::kClosed);
  world.expectQuiet();
}

TEST_F(ReentrancyTest, ACompletionInsideCloseStartsACall) {
  world.p.answers(does(Answer::Kind::kSilence));
  const std::vector<TestCall*> gets = startAll(kGet, 3);
  TestCall* late = nullptr;
  gets[0]->on_end = [&] { late = &world.start(kGet); };
  gets[1]->on_end = [this] { world.handler().cancel(3); };
  close();
  EXPECT_EQ(codeOf(*late), ErrorCode::kClosed);
  EXPECT_EQ(codeOf(*gets[2]), ErrorCode::kCancelled);
  world.expectQuiet();
}

// Makes the calls that wait for routes end inside onRoutes(): there is no server to send to, and
// no attempt left.
TEST_F(ReentrancyTest, ACompletionInsideOnRoutesClosesTheTable) {
  const std::vector<TestCall*> sets = startWaiting(10);
  for (int i = 0; i < limits::kMaxAttempts - 2; ++i) {
    world.meta.tell();
    world.reactor.runFor(0ms);
  }
  ASSERT_EQ(world.handler().liveCalls(), 10U);
  sets[2]->on_end = [this] {
    close();
    EXPECT_EQ(world.handler().liveCalls(), 0U);
  };
  world.meta.partitions = {{.primary = {}}};
  world.meta.tell();
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(codeOf(*sets[i]), ErrorCode::kUnavailable);
  for (std::size_t i = 3; i < 10; ++i) EXPECT_EQ(codeOf(*sets[i]), ErrorCode::kClosed);
  world.expectQuiet();
}

TEST_F(ReentrancyTest, ACompletionInsideOnRoutesBringsNewerRoutes) {
  const std::vector<TestCall*> sets = startWaiting(10);
  for (int i = 0; i < limits::kMaxAttempts - 2; ++i) {
    world.meta.tell();
    world.reactor.runFor(0ms);
  }
  sets[2]->on_end = [this] {
    world.meta.partitions = {{.primary = world.s1.address()}};
    world.meta.tell();
  };
  world.meta.partitions = {{.primary = {}}};
  world.meta.tell();
  world.reactor.runFor(0ms);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(codeOf(*sets[i]), ErrorCode::kUnavailable);
  for (std::size_t i = 3; i < 10; ++i) EXPECT_THAT(sets[i]->status, IsOk());
  world.expectQuiet();
}

TEST_F(ReentrancyTest, ACompletionInsideOnTableNotFoundStartsAndEndsCalls) {
  const std::vector<TestCall*> sets = startWaiting(10);
  world.p.answers(good());
  TestCall* next = nullptr;
  sets[0]->on_end = [&] {
    next = &world.start(kSet);
    world.handler().cancel(2);
  };
  world.handler().onTableNotFound("there is no such table");
  EXPECT_EQ(codeOf(*sets[0]), ErrorCode::kTableNotFound);
  EXPECT_EQ(codeOf(*sets[1]), ErrorCode::kCancelled);
  for (std::size_t i = 2; i < 10; ++i) EXPECT_EQ(codeOf(*sets[i]), ErrorCode::kTableNotFound);
  world.reactor.runFor(1ms);
  EXPECT_THAT(next->status, IsOk());
  world.expectQuiet();
}

// As the calls of the client do, whose memory is released before the handler runs.
class GoneAtItsEnd final : public Call {
 public:
  GoneAtItsEnd(CallDriver& driver, const Request& request, int& ends)
      : Call(driver, request), ends_(ends) {}
  Taken take(std::string_view) override { return {}; }
  void deliver(absl::Status) override {
    ++ends_;
    delete this;
  }

 private:
  int& ends_;
};

TEST_F(ReentrancyTest, ACallIsNotTouchedAfterItsEnd) {
  int ends = 0;
  const auto start = [&](Duration time_out, std::uint64_t id) {
    const TimePoint now = world.reactor.now();
    auto* call = new GoneAtItsEnd(world.handler(),
                                  {.spec = kGet.spec,
                                   .args = "args",
                                   .hash_key = "user1",
                                   .hash = TableWorld::kHash,
                                   .started = now,
                                   .plan = {.backup_delay = 10ms, .deadline = now + time_out},
                                   .cancel_id = id},
                                  ends);
    call->run();
  };
  start(1s, 1);  // answered
  world.reactor.runFor(1ms);
  EXPECT_EQ(ends, 1);
  refuseAll();
  start(1s, 2);  // refused
  world.reactor.runFor(1ms);
  EXPECT_EQ(ends, 2);
  world.p.answers(does(Answer::Kind::kSilence));
  start(5ms, 3);  // timed out
  world.reactor.runFor(5ms);
  EXPECT_EQ(ends, 3);
  start(1s, 4);
  world.handler().cancel(4);
  EXPECT_EQ(ends, 4);
  start(1s, 5);  // answered by a backup
  world.reactor.runFor(10ms);
  EXPECT_EQ(ends, 5);
  for (std::uint64_t id = 1; id <= 5; ++id) world.handler().cancel(id);
  start(1s, 6);
  close();
  start(1s, 7);
  EXPECT_EQ(ends, 7);
}

}  // namespace
}  // namespace bridle::internal
