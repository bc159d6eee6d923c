#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/status_matchers.h"
#include "unit/table/calls_fixture.h"

// May a request whose answer is missing have been executed, and may it be repeated?
namespace bridle::internal {
namespace {

using test::Answer;
using test::CallsFixture;
using test::does;
using test::error;
using test::good;
using test::infoOf;
using test::IsOk;
using test::kIncr;
using test::kSet;
using test::TestCall;
using test::textOf;
using testing::ElementsAre;
using testing::HasSubstr;
using namespace std::chrono_literals;

class UnknownOutcomeTest : public CallsFixture {};

TEST_F(UnknownOutcomeTest, A58_AnEmptyBodyIsNeverOk) {
  world.p.answers(does(Answer::Kind::kEmpty));
  const TestCall& set = world.run(kSet);
  EXPECT_EQ(infoOf(set).code, ErrorCode::kBadReply);
  EXPECT_TRUE(mayHaveExecuted(set.status));
  EXPECT_THAT(textOf(set), HasSubstr("refuses a write because of a secondary's disk"));
  EXPECT_THAT(times(world.p), ElementsAre(0ms, 5ms, 20ms, 65ms, 200ms, 605ms));
  EXPECT_EQ(set.lasted(), 605ms);

  const TestCall& incr = world.run(kIncr);
  EXPECT_EQ(infoOf(incr).code, ErrorCode::kOutcomeUnknown);
  EXPECT_EQ(world.p.requests().size(), 7U);
  world.expectQuiet();
}

TEST_F(UnknownOutcomeTest, A68_WhatMayNotRunTwiceIsSentOnce) {
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

TEST_F(UnknownOutcomeTest, A68_WhatWasRefusedIsSentAgainEvenIfItMayNotRunTwice) {
  world.p.answers({error("ERR_INVALID_STATE"), error("ERR_BUSY"), error("ERR_SPLITTING"),
                   error("ERR_NOT_ENOUGH_MEMBER"), good()});
  EXPECT_THAT(world.run(kIncr).status, IsOk());
  EXPECT_EQ(world.p.requests().size(), 5U);
}

TEST_F(UnknownOutcomeTest, AWriteThatNeverLeftWasNotExecuted) {
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

}  // namespace
}  // namespace bridle::internal
