#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/status_matchers.h"
#include "unit/table/calls_fixture.h"

// A call that only deals with its primary.
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
using test::kSet;
using test::TableWorld;
using test::TestCall;
using test::textOf;
using testing::ElementsAre;
using testing::HasSubstr;
using namespace std::chrono_literals;

class CallsTest : public CallsFixture {};

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
  ASSERT_THAT(times(world.p), ElementsAre(0ms, 6500us, 22500us));
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

TEST_F(CallsTest, A74_ASessionThatIsFullRefusesAndIsNoReasonToAskForRoutes) {
  world.p.answers(does(Answer::Kind::kSilence));
  for (std::size_t i = 0; i < limits::kMaxInFlightPerSession; ++i) world.start(kSet);
  TestCall& one_too_many = world.start(kSet, 100ms);
  world.reactor.runFor(100ms);
  EXPECT_EQ(infoOf(one_too_many).code, ErrorCode::kOverloaded);
  EXPECT_THAT(textOf(one_too_many), HasSubstr("10.0.0.2:34801"));
  EXPECT_EQ(world.meta.asked.size(), 0U);
}

TEST_F(CallsTest, ACallOfAClosedTableEndsAtOnce) {
  world.handler().close(ErrorCode::kClosed, "the client is closed");
  const TestCall& get = world.start(kGet);
  EXPECT_EQ(infoOf(get).code, ErrorCode::kClosed);
  EXPECT_TRUE(world.p.requests().empty());
  world.expectQuiet();
}

}  // namespace
}  // namespace bridle::internal
