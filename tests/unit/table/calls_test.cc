#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/status.h"
#include "support/status_matchers.h"
#include "support/table_world.h"

// What becomes of a call that only deals with its primary.
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
using testing::ElementsAre;
using testing::HasSubstr;
using namespace std::chrono_literals;

ErrorInfo infoOf(const TestCall& call) {
  return errorInfo(call.status).value_or(ErrorInfo{});
}

std::string textOf(const TestCall& call) {
  return std::string(toStd(call.status.message()));
}

std::vector<Duration> timesOf(const TableWorld& world, const test::FakeReplica& replica) {
  std::vector<Duration> times;
  for (const auto& request : replica.requests()) times.push_back(world.sinceOpen(request.at));
  return times;
}

class CallsTest : public testing::Test {
 protected:
  void SetUp() override { world.open(); }

  TableWorld world;
};

TEST_F(CallsTest, AReadAndAWriteGoToThePrimary) {
  world.p.answers(good(2ms));
  TestCall& get = world.run(kGet);
  EXPECT_THAT(get.status, IsOk());
  EXPECT_EQ(get.value, "P");
  EXPECT_EQ(get.lasted(), 2ms);
  EXPECT_THAT(world.run(kSet).status, IsOk());
  ASSERT_EQ(world.p.requests().size(), 2U);
  EXPECT_EQ(world.p.requests()[0].rpc, wire::rpc_names::kGet);
  EXPECT_EQ(world.p.requests()[0].args, "args");
  const wire::RequestHeader header{2, 0, 1000, TableWorld::kHash, false};
  EXPECT_EQ(world.p.requests()[0].header, header);
  EXPECT_EQ(world.p.requests()[1].rpc, wire::rpc_names::kPut);
  EXPECT_EQ(world.counters().reads.get(), 1U);
  EXPECT_EQ(world.counters().writes.get(), 1U);
  world.expectQuiet();
}

TEST_F(CallsTest, AbsenceIsNoError) {
  world.p.answers(test::absent());
  const TestCall& get = world.run(kGet);
  EXPECT_THAT(get.status, IsOk());
  EXPECT_EQ(get.value, "");
}

TEST_F(CallsTest, A67_EachRequestCarriesTheTimeThatIsLeft) {
  world.p.answers({error("ERR_BUSY", 1500us), error("ERR_BUSY", 1ms), good(1ms)});
  world.run(kSet, 100ms);
  ASSERT_THAT(timesOf(world, world.p), ElementsAre(0ms, 6500us, 22500us));
  EXPECT_EQ(world.p.requests()[0].header.timeout_ms, 100);
  EXPECT_EQ(world.p.requests()[1].header.timeout_ms, 93);
  EXPECT_EQ(world.p.requests()[2].header.timeout_ms, 77);
}

TEST_F(CallsTest, A67_EvenTheShortestTimeIsAMillisecondInTheHeader) {
  world.p.answers(good(50us));
  EXPECT_THAT(world.run(kGet, 100us).status, IsOk());
  EXPECT_EQ(world.p.requests()[0].header.timeout_ms, 1);
}

TEST_F(CallsTest, ACallOfOneMillisecondEndsAfterOneMillisecond) {
  world.p.answers(does(Answer::Kind::kSilence));
  const TestCall& get = world.run(kGet, 1ms);
  EXPECT_EQ(infoOf(get).code, ErrorCode::kDeadlineExceeded);
  EXPECT_EQ(get.lasted(), 1ms);
  world.expectQuiet();
}

TEST_F(CallsTest, ACallThatIsLateWhenItStartsSendsNothing) {
  TestCall& set = world.make(kSet, 5ms);
  world.reactor.runFor(5ms);
  set.run();
  EXPECT_EQ(set.ends, 0);
  world.reactor.runFor(0ms);
  EXPECT_EQ(infoOf(set).code, ErrorCode::kDeadlineExceeded);
  EXPECT_FALSE(mayHaveExecuted(set.status));
  EXPECT_TRUE(world.p.requests().empty());
  world.expectQuiet();
}

TEST_F(CallsTest, A12_APermanentErrorEndsACallWithOneRequest) {
  world.p.answers(error("ERR_DISK_INSUFFICIENT", 1ms));
  const TestCall& set = world.run(kSet);
  EXPECT_EQ(infoOf(set).code, ErrorCode::kRefused);
  EXPECT_EQ(infoOf(set).server_error, "ERR_DISK_INSUFFICIENT");
  EXPECT_FALSE(mayHaveExecuted(set.status));
  EXPECT_EQ(set.lasted(), 1ms);
  EXPECT_EQ(world.p.requests().size(), 1U);
  world.expectQuiet();
}

TEST_F(CallsTest, A14_CancellingIsNoTimeOut) {
  world.p.answers(does(Answer::Kind::kSilence));
  TestCall& set = world.start(kSet, 1s, 7);
  world.reactor.runFor(5ms);
  world.handler().cancel(8);
  EXPECT_EQ(set.ends, 0);
  world.handler().cancel(7);
  EXPECT_EQ(infoOf(set).code, ErrorCode::kCancelled);
  EXPECT_TRUE(mayHaveExecuted(set.status));
  world.handler().cancel(7);
  world.expectQuiet();
}

TEST_F(CallsTest, A31_A32_AFailoverIsFollowedAndTheOldPrimaryLeftAlone) {
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

TEST_F(CallsTest, A34_ASlowServerIsNoReasonToAskTheMetaAResetIs) {
  world.p.answers({error("ERR_TIMEOUT", 5ms), good(200ms)});
  EXPECT_THAT(world.run(kSet).status, IsOk());
  EXPECT_EQ(world.meta.asked.size(), 0U);
  world.p.answers({does(Answer::Kind::kReset), good()});
  EXPECT_THAT(world.run(kSet).status, IsOk());
  EXPECT_EQ(world.meta.asked.size(), 1U);
}

TEST_F(CallsTest, A01_TimeOutsInARowMakeTheRoutesSuspect) {
  world.meta.answers_after = 1ms;
  world.network.inject(SimFault::kClog, SimRoute::toServer(world.p.address()));
  for (int i = 1; i <= limits::kSilentCallsBeforeRefresh; ++i) {
    EXPECT_EQ(infoOf(world.run(kSet, 50ms)).code, ErrorCode::kDeadlineExceeded);
    EXPECT_EQ(world.meta.asked.size(), i / limits::kSilentCallsBeforeRefresh);
  }
  world.meta.partitions = {{.primary = world.s1.address(), .ballot = 4}};
  EXPECT_THAT(world.run(kSet, 50ms).status, IsOk());
}

TEST_F(CallsTest, A01_AnAnswerInBetweenClearsTheSuspicion) {
  for (int i = 0; i < 10; ++i) {
    world.p.answers(does(Answer::Kind::kSilence));
    world.run(kSet, 50ms);
    world.run(kSet, 50ms);
    world.p.answers(good());
    EXPECT_THAT(world.run(kSet).status, IsOk());
  }
  EXPECT_EQ(world.meta.asked.size(), 0U);
}

TEST_F(CallsTest, A58_AnEmptyBodyIsNeverOk) {
  world.p.answers(does(Answer::Kind::kEmpty));
  const TestCall& set = world.run(kSet);
  EXPECT_EQ(infoOf(set).code, ErrorCode::kBadReply);
  EXPECT_TRUE(mayHaveExecuted(set.status));
  EXPECT_THAT(textOf(set), HasSubstr("refuses a write because of a secondary's disk"));
  EXPECT_THAT(timesOf(world, world.p), ElementsAre(0ms, 5ms, 20ms, 65ms, 200ms, 605ms));
  EXPECT_EQ(set.lasted(), 605ms);

  const TestCall& incr = world.run(kIncr);
  EXPECT_EQ(infoOf(incr).code, ErrorCode::kOutcomeUnknown);
  EXPECT_EQ(world.p.requests().size(), 7U);
  world.expectQuiet();
}

TEST_F(CallsTest, A68_WhatMayNotRunTwiceIsSentOnce) {
  for (const Answer& answer : {does(Answer::Kind::kReset, 3ms), does(Answer::Kind::kGarbage, 3ms),
                               does(Answer::Kind::kNoise, 3ms), error("ERR_TIMEOUT", 3ms),
                               error("ERR_REPLICATION_FAILURE", 3ms)}) {
    world.p.answers({good(), answer});
    world.run(kSet);
    const std::size_t before = world.p.requests().size();
    const TestCall& incr = world.run(kIncr);
    EXPECT_EQ(infoOf(incr).code, ErrorCode::kOutcomeUnknown);
    EXPECT_TRUE(mayHaveExecuted(incr.status));
    EXPECT_EQ(incr.lasted(), 3ms);
    EXPECT_EQ(world.p.requests().size(), before + 1);
  }
  world.p.answers(does(Answer::Kind::kSilence));
  const std::size_t before = world.p.requests().size();
  const TestCall& incr = world.run(kIncr);
  EXPECT_EQ(infoOf(incr).code, ErrorCode::kDeadlineExceeded);
  EXPECT_TRUE(mayHaveExecuted(incr.status));
  EXPECT_EQ(world.p.requests().size(), before + 1);
  world.expectQuiet();
}

TEST_F(CallsTest, A68_WhatWasRefusedIsSentAgainEvenIfItMayNotRunTwice) {
  world.p.answers({error("ERR_INVALID_STATE"), error("ERR_BUSY"), error("ERR_SPLITTING"),
                   error("ERR_NOT_ENOUGH_MEMBER"), good()});
  EXPECT_THAT(world.run(kIncr).status, IsOk());
  EXPECT_EQ(world.p.requests().size(), 5U);
}

TEST_F(CallsTest, AWriteThatNeverLeftWasNotExecuted) {
  world.network.inject(SimFault::kIgnoreDials, SimRoute::toServer(world.p.address()));
  world.p.breakConnections();
  world.reactor.runFor(0ms);
  const TestCall& set = world.run(kSet, 100ms);
  EXPECT_EQ(infoOf(set).code, ErrorCode::kDeadlineExceeded);
  EXPECT_FALSE(mayHaveExecuted(set.status));
  TestCall& cancelled = world.start(kSet, 100ms, 3);
  world.handler().cancel(3);
  EXPECT_FALSE(mayHaveExecuted(cancelled.status));
  world.expectQuiet();
}

TEST_F(CallsTest, ASessionThatIsFullIsNoReasonToAskForRoutes) {
  world.p.answers(does(Answer::Kind::kSilence));
  for (std::size_t i = 0; i < limits::kMaxInFlightPerSession; ++i) world.start(kSet);
  TestCall& one_too_many = world.start(kSet, 100ms);
  world.reactor.runFor(100ms);
  EXPECT_EQ(infoOf(one_too_many).code, ErrorCode::kOverloaded);
  EXPECT_THAT(textOf(one_too_many), HasSubstr("10.0.0.2:34801"));
  EXPECT_EQ(world.meta.asked.size(), 0U);
}

TEST_F(CallsTest, BrokenStorageMakesTheRoutesSuspect) {
  static constexpr auto kBroken = [](std::string_view, std::string&) -> Taken {
    return {.verdict = Verdict::kAmbiguous, .storage_status = 2};
  };
  world.meta.answers_after = 1ms;
  world.run({kSet.spec, kBroken}, 4ms);
  EXPECT_EQ(world.meta.asked.size(), 1U);
}

TEST_F(CallsTest, APartitionWithoutAPrimaryIsWaitedFor) {
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

TEST_F(CallsTest, AllServersDownEndsInTheDeadlineAndRecoversAfterwards) {
  for (auto* replica : {&world.p, &world.s1, &world.s2}) replica->stop();
  world.reactor.runFor(1ms);
  const TestCall& get = world.run(kGet, 10s);
  EXPECT_EQ(infoOf(get).code, ErrorCode::kUnavailable);
  EXPECT_EQ(infoOf(get).attempts, limits::kMaxAttempts);
  for (auto* replica : {&world.p, &world.s1, &world.s2}) replica->start();
  EXPECT_THAT(world.run(kGet, 2s).status, IsOk());
  world.expectQuiet();
}

TEST_F(CallsTest, ATableThatIsGoneEndsOnlyTheCallsThatWaitForRoutes) {
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

TEST_F(CallsTest, ACallOfAClosedTableEndsAtOnce) {
  world.handler().close(ErrorCode::kClosed, "the client is closed");
  const TestCall& get = world.start(kGet);
  EXPECT_EQ(infoOf(get).code, ErrorCode::kClosed);
  EXPECT_TRUE(world.p.requests().empty());
  world.expectQuiet();
}

TEST_F(CallsTest, RoutesThatComeAfterTheEndOpenNoConnections) {
  world.handler().close(ErrorCode::kClosed, "the client is closed");
  world.sessions.closeAll();
  world.reactor.runFor(1ms);
  world.meta.tell();
  world.reactor.runFor(1ms);
  EXPECT_EQ(world.network.links(), 0U);
}

TEST_F(CallsTest, AShrunkenTableUnderAnotherIdIsFollowed) {
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

TEST_F(CallsTest, ALateTimeOutOfAPartitionThatIsGoneIsHarmless) {
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
