#include <algorithm>
#include <deque>
#include <vector>

#include "base/limits.h"
#include "support/status_matchers.h"
#include "unit/rpc/session_fixture.h"

namespace bridle::internal {
namespace {

using absl::StatusCode;
using test::Caller;
using test::FailsWith;
using test::IsOk;
using testing::AllOf;
using testing::HasSubstr;
using namespace std::chrono_literals;

class SessionLossTest : public test::SessionFixture {};

TEST_F(SessionLossTest, ARefusedDialFailsTheQueueAtOnceAsNotSent) {
  server.stop();
  std::deque<Caller> callers(3);
  for (Caller& caller : callers) ASSERT_THAT(send(caller), IsOk());
  reactor.runFor(1ms);
  for (const Caller& caller : callers) {
    EXPECT_EQ(caller.lost, Delivery::kNotSent);
    EXPECT_THAT(caller.why, FailsWith(StatusCode::kUnavailable,
                                      AllOf(HasSubstr("10.0.0.2:34801"), HasSubstr("refused"))));
  }
  EXPECT_EQ(stats.connect_failures.get(), 1U);
  expectNothingLeft();
}

TEST_F(SessionLossTest, AConnectThatTakesTooLongFailsTheQueueAsNotSent) {
  network.inject(SimFault::kIgnoreDials, SimRoute::all());
  Caller caller;
  ASSERT_THAT(send(caller), IsOk());
  reactor.runFor(999ms);
  EXPECT_EQ(caller.ends, 0);
  reactor.runFor(1ms);
  EXPECT_EQ(caller.lost, Delivery::kNotSent);
  EXPECT_THAT(caller.why, FailsWith(StatusCode::kUnavailable, AllOf(HasSubstr("10.0.0.2:34801"),
                                                                    HasSubstr("within 1000 ms"))));
  expectNothingLeft();
}

TEST_F(SessionLossTest, SendsFailAtOnceInTheBackOffAndNameTheReason) {
  server.stop();
  session.connect();
  reactor.runFor(1ms);
  Caller caller;
  EXPECT_FALSE(session.canSend());
  EXPECT_THAT(send(caller),
              FailsWith(StatusCode::kUnavailable,
                        AllOf(HasSubstr("10.0.0.2:34801"), HasSubstr("connection refused"),
                              HasSubstr("not tried again for"))));
  EXPECT_EQ(session.outstanding(), 0U);
  server.start();
  reactor.runFor(13ms);
  EXPECT_TRUE(session.canSend());
  ASSERT_THAT(send(caller), IsOk());
  reactor.runFor(1ms);
  EXPECT_TRUE(session.ready());
  EXPECT_EQ(caller.ends, 0);
}

TEST_F(SessionLossTest, A27_ABrokenConnectionFailsWhatWasWrittenAsMaybeSent) {
  connectNow();
  std::deque<Caller> callers(100);
  for (Caller& caller : callers) ASSERT_THAT(send(caller), IsOk());
  reactor.runFor(1ms);
  server.stop();
  reactor.runFor(1ms);
  for (const Caller& caller : callers) {
    EXPECT_EQ(caller.lost, Delivery::kMaybeSent);
    EXPECT_THAT(caller.why, FailsWith(StatusCode::kUnavailable, HasSubstr("10.0.0.2:34801")));
  }
  EXPECT_EQ(stats.disconnects.get(), 1U);
  expectNothingLeft();
}

TEST_F(SessionLossTest, WhatWaitsBehindAnUnfinishedWriteIsNotSent) {
  connectNow();
  network.inject(SimFault::kClog, SimRoute::toServer(kServer));
  Caller written;
  ASSERT_THAT(send(written, std::string(std::size_t{2} << 20, 'x')), IsOk());
  reactor.runFor(1ms);
  Caller waiting;
  ASSERT_THAT(send(waiting), IsOk());
  reactor.runFor(1ms);
  network.resetLinks(SimRoute::toServer(kServer));
  reactor.runFor(1ms);
  EXPECT_EQ(written.lost, Delivery::kMaybeSent);
  EXPECT_EQ(waiting.lost, Delivery::kNotSent);
  network.healAll();
  reactor.runFor(20ms);
  answerOnce();
  EXPECT_EQ(server.requests.size(), 1U) << "nothing of the old connection goes into the new one";
}

TEST_F(SessionLossTest, TheLostAreToldInTheOrderInWhichTheySent) {
  connectNow();
  std::vector<int> order;
  std::deque<Caller> callers(50);
  for (int i = 0; i < 50; ++i) {
    callers[static_cast<std::size_t>(i)].on_end = [&order, i] { order.push_back(i); };
    ASSERT_THAT(send(callers[static_cast<std::size_t>(i)]), IsOk());
  }
  network.resetLinks(SimRoute::all());
  reactor.runFor(1ms);
  ASSERT_EQ(order.size(), 50U);
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST_F(SessionLossTest, TheLostMaySendAgainAndForgetEachOther) {
  answerOnce();
  Caller again;
  Caller first;
  Caller forgotten;
  absl::StatusOr<Ticket> doomed;
  first.on_end = [&] {
    ASSERT_THAT(send(again, "again"), IsOk());
    EXPECT_EQ(session.forget(*doomed), Delivery::kMaybeSent);
  };
  ASSERT_THAT(send(first), IsOk());
  doomed = send(forgotten);
  reactor.runFor(1ms);
  server.script = [this](const auto& request) { server.echo(request); };
  network.resetLinks(SimRoute::all());
  reactor.runFor(2ms);
  EXPECT_EQ(first.lost, Delivery::kMaybeSent);
  EXPECT_EQ(forgotten.ends, 0);
  EXPECT_EQ(again.result, "again");
  EXPECT_EQ(stats.connects.get(), 2U);
  expectNothingLeft();
}

TEST_F(SessionLossTest, CloseInsideAReplyOrALossEndsTheConnectionThere) {
  server.script = [this](const auto& request) { server.echo(request); };
  for (const bool by_loss : {false, true}) {
    connectNow();
    Caller first;
    Caller second;
    ASSERT_THAT(send(first), IsOk());
    const auto ticket = send(second);
    first.on_end = [&] {
      session.forget(*ticket);
      session.close();
    };
    if (by_loss) network.resetLinks(SimRoute::all());
    reactor.runFor(1ms);
    EXPECT_EQ(first.ends, 1);
    EXPECT_EQ(first.lost.has_value(), by_loss);
    EXPECT_EQ(second.ends, 0);
    EXPECT_FALSE(session.ready());
    expectNothingLeft();
    EXPECT_EQ(network.links(), 0U);
  }
}

TEST_F(SessionLossTest, AConnectionThatBroughtNothingCountsAsAFailedDial) {
  connectNow();
  network.resetLinks(SimRoute::all());
  reactor.runFor(1ms);
  EXPECT_FALSE(session.canSend());
  reactor.runFor(13ms);
  EXPECT_TRUE(session.canSend());
}

TEST_F(SessionLossTest, TheBackOffIsShortAgainAfterAGoodConnection) {
  server.stop();
  for (int i = 0; i < 10; ++i) {
    session.connect();
    reactor.runFor(1s);
  }
  server.start();
  answerOnce();
  server.stop();
  reactor.runFor(1ms);
  session.connect();
  reactor.runFor(13ms);
  EXPECT_TRUE(session.canSend());
}

TEST_F(SessionLossTest, AConnectionThatBroughtAReplyIsRedialledAtOnce) {
  answerOnce();
  network.resetLinks(SimRoute::all());
  reactor.runFor(1ms);
  EXPECT_FALSE(session.ready());
  EXPECT_TRUE(session.canSend());
}

TEST_F(SessionLossTest, A30_SixtyFourCallersAgainstARefusingServerDialRarely) {
  server.stop();
  const TimePoint end = reactor.now() + 60s;
  while (reactor.now() < end) {
    std::deque<Caller> callers(64);
    for (Caller& caller : callers) (void)send(caller);
    reactor.runFor(5ms);
    ASSERT_EQ(session.outstanding(), 0U);
  }
  EXPECT_GE(stats.connect_failures.get(), 60U);
  EXPECT_LE(stats.connect_failures.get(), 90U);
}

TEST_F(SessionLossTest, A35_AServerThatComesBackIsUsedWithinASecond) {
  answerOnce();
  server.stop();
  Caller caller;
  const TimePoint up = reactor.now() + 3s;
  while (reactor.now() < up) {
    (void)send(caller);
    reactor.runFor(10ms);
  }
  server.start();
  server.script = [this](const auto& request) { server.echo(request); };
  Caller answered;
  while (answered.result.empty() && reactor.now() < up + 2s) {
    (void)send(answered);
    reactor.runFor(1ms);
  }
  EXPECT_LE(reactor.now(), up + 1010ms);
  EXPECT_EQ(answered.result, "args");
}

TEST_F(SessionLossTest, A08_AHundredRestartsLeaveOneConnectionAndNothingElse) {
  server.script = [this](const auto& request) { server.echo(request); };
  int answered = 0;
  int lost = 0;
  for (int restart = 0; restart < 100; ++restart) {
    std::deque<Caller> callers(20);
    for (Caller& caller : callers) {
      (void)send(caller);
      reactor.runFor(20us);
    }
    server.stop();
    reactor.runFor(1ms);
    server.start();
    for (const Caller& caller : callers) {
      (caller.lost.has_value() ? lost : answered) += caller.ends;
    }
    ASSERT_EQ(session.outstanding(), 0U);
  }
  EXPECT_GT(answered, 100);
  EXPECT_GT(lost, 100);
  expectNothingLeft();
  EXPECT_EQ(network.links(), 0U);
}

}  // namespace
}  // namespace bridle::internal
