#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/status_matchers.h"
#include "unit/table/calls_fixture.h"

// Primaries and tables that come, go and move.
namespace bridle::internal {
namespace {

using test::Answer;
using test::CallsFixture;
using test::does;
using test::error;
using test::good;
using test::infoOf;
using test::IsOk;
using test::kGet;
using test::kIncr;
using test::kSet;
using test::TestCall;
using namespace std::chrono_literals;

class FailoverTest : public CallsFixture {};

TEST_F(FailoverTest, A31_A32_AFailoverIsFollowedAndTheOldPrimaryLeftAlone) {
  world.meta.answers_after = 2ms;
  world.p.answers(does(Answer::Kind::kReset, 1ms));
  TestCall& set = world.start(kSet, 3s);
  world.meta.partitions = {{.primary = world.s1.address(), .ballot = 4}};
  world.reactor.runFor(10ms);
  EXPECT_THAT(set.status, IsOk());
  EXPECT_EQ(set.lasted(), 6ms);  // the reset, then half of the first back-off
  for (int i = 0; i < 10; ++i) EXPECT_THAT(world.run(kSet).status, IsOk());
  EXPECT_EQ(world.p.requests().size(), 1U);
  EXPECT_EQ(world.s1.requests().size(), 11U);
  EXPECT_EQ(world.meta.asked.size(), 1U);
  world.expectQuiet();
}

TEST_F(FailoverTest, A34_ASlowServerIsNoReasonToAskTheMetaAResetIs) {
  world.p.answers({error("ERR_TIMEOUT", 5ms), good(200ms)});
  EXPECT_THAT(world.run(kSet).status, IsOk());
  EXPECT_EQ(world.meta.asked.size(), 0U);
  world.p.answers({does(Answer::Kind::kReset), good()});
  EXPECT_THAT(world.run(kSet).status, IsOk());
  EXPECT_EQ(world.meta.asked.size(), 1U);
}

TEST_F(FailoverTest, A01_TimeOutsInARowMakeTheRoutesSuspect) {
  world.meta.answers_after = 1ms;
  world.network.inject(SimFault::kClog, SimRoute::toServer(world.p.address()));
  for (int i = 1; i <= limits::kSilentCallsBeforeRefresh; ++i) {
    EXPECT_EQ(infoOf(world.run(kSet, 50ms)).code, ErrorCode::kDeadlineExceeded);
    EXPECT_EQ(world.meta.asked.size(), i / limits::kSilentCallsBeforeRefresh);
  }
  world.meta.partitions = {{.primary = world.s1.address(), .ballot = 4}};
  EXPECT_THAT(world.run(kSet, 50ms).status, IsOk());
}

TEST_F(FailoverTest, A01_AnAnswerInBetweenClearsTheSuspicion) {
  for (int i = 0; i < 10; ++i) {
    world.p.answers(does(Answer::Kind::kSilence));
    world.run(kSet, 50ms);
    world.run(kSet, 50ms);
    world.p.answers(good());
    EXPECT_THAT(world.run(kSet).status, IsOk());
  }
  EXPECT_EQ(world.meta.asked.size(), 0U);
}

TEST_F(FailoverTest, BrokenStorageMakesTheRoutesSuspect) {
  static constexpr auto kBroken = [](std::string_view, std::string&) -> Taken {
    return {.verdict = Verdict::kAmbiguous, .storage_status = 2};
  };
  world.meta.answers_after = 1ms;
  world.run({kSet.spec, kBroken}, 4ms);
  EXPECT_EQ(world.meta.asked.size(), 1U);
}

TEST_F(FailoverTest, APartitionWithoutAPrimaryIsWaitedFor) {
  world.meta.partitions = {{.primary = {}, .secondaries = {world.s1.address()}}};
  world.meta.tell();
  world.meta.partitions = {{.primary = world.s2.address(), .ballot = 4}};
  TestCall& set = world.start(kSet);
  world.reactor.runFor(4ms);
  world.meta.tell();
  world.reactor.runFor(0ms);
  EXPECT_THAT(set.status, IsOk());
  EXPECT_EQ(set.lasted(), 4ms);
  world.expectQuiet();
}

TEST_F(FailoverTest, AllServersDownEndsInTheDeadlineAndRecoversAfterwards) {
  for (auto* replica : {&world.p, &world.s1, &world.s2}) replica->stop();
  world.reactor.runFor(1ms);
  const TestCall& get = world.run(kGet, 10s);
  EXPECT_EQ(infoOf(get).code, ErrorCode::kUnavailable);
  EXPECT_EQ(infoOf(get).attempts, limits::kMaxAttempts);
  for (auto* replica : {&world.p, &world.s1, &world.s2}) replica->start();
  EXPECT_THAT(world.run(kGet, 2s).status, IsOk());
  world.expectQuiet();
}

TEST_F(FailoverTest, ATableThatIsGoneEndsOnlyTheCallsThatWaitForRoutes) {
  world.p.answers(error("ERR_OBJECT_NOT_FOUND"));
  TestCall& lost = world.start(kSet);
  world.reactor.runFor(1ms);
  world.p.answers(good(5ms));
  TestCall& asked = world.start(kSet);
  world.reactor.runFor(1ms);
  world.handler().onTableNotFound("no such table");
  EXPECT_EQ(infoOf(lost).code, ErrorCode::kTableNotFound);
  EXPECT_FALSE(mayHaveExecuted(lost.status));
  EXPECT_EQ(asked.ends, 0);
  world.reactor.runFor(5ms);
  EXPECT_THAT(asked.status, IsOk());
  world.expectQuiet();
}

TEST_F(FailoverTest, RoutesThatComeAfterTheEndOpenNoConnections) {
  world.handler().close(ErrorCode::kClosed, "the client is closed");
  world.sessions.closeAll();
  world.reactor.runFor(1ms);
  world.meta.tell();
  world.reactor.runFor(1ms);
  EXPECT_EQ(world.network.links(), 0U);
}

TEST_F(FailoverTest, AShrunkenTableUnderAnotherIdIsFollowed) {
  world.meta.partitions.assign(4, world.meta.partitions.front());
  world.meta.tell();
  world.p.answers({error("ERR_OBJECT_NOT_FOUND", 1ms), good(1ms)});
  world.meta.answers_after = 1ms;
  TestCall& set = world.start(kSet);
  world.meta.partitions.resize(1);
  world.meta.app_id = 9;
  world.reactor.runFor(3ms);
  EXPECT_THAT(set.status, IsOk());
  ASSERT_EQ(world.p.requests().size(), 2U);
  EXPECT_EQ(world.p.requests()[0].header.app_id, 2);
  EXPECT_EQ(world.p.requests()[0].header.partition_index, 3);
  EXPECT_EQ(world.p.requests()[1].header.app_id, 9);
  EXPECT_EQ(world.p.requests()[1].header.partition_index, 0);
  world.expectQuiet();
}

TEST_F(FailoverTest, ALateTimeOutOfAPartitionThatIsGoneIsHarmless) {
  world.meta.partitions.assign(4, world.meta.partitions.front());
  world.meta.tell();
  world.p.answers(does(Answer::Kind::kSilence));
  TestCall& incr = world.start(kIncr, 50ms);
  world.meta.partitions.resize(1);
  world.meta.tell();
  world.reactor.runFor(50ms);
  EXPECT_EQ(infoOf(incr).code, ErrorCode::kDeadlineExceeded);
  world.expectQuiet();
}

}  // namespace
}  // namespace bridle::internal
