#include <deque>

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

// The rule that finds a dead peer, which no error tells: silence with answers owed.
class SessionResetTest : public test::SessionFixture {
 protected:
  // A call that is given up after `timeout`, like one whose deadline passes.
  void callAndGiveUp(Duration timeout) {
    Caller caller;
    const absl::StatusOr<Ticket> ticket = send(caller);
    reactor.runFor(timeout);
    if (ticket.ok() && caller.ends == 0) session.forget(*ticket);
  }

  // Drives calls, one after the other, until the session is reset; how long it took.
  Duration timeToReset(Duration timeout, Duration gap) {
    const TimePoint start = reactor.now();
    while (stats.disconnects.get() == 0 && reactor.now() < start + 10min) {
      callAndGiveUp(timeout);
      reactor.runFor(gap);
    }
    return reactor.now() - start;
  }
};

TEST_F(SessionResetTest, SilenceWithARequestOutstandingResets) {
  answerOnce();
  Caller caller;
  ASSERT_THAT(send(caller), IsOk());
  reactor.runFor(9999ms);
  EXPECT_EQ(caller.ends, 0);
  reactor.runFor(2ms);
  EXPECT_EQ(caller.lost, Delivery::kMaybeSent);
  EXPECT_THAT(caller.why,
              FailsWith(StatusCode::kUnavailable,
                        AllOf(HasSubstr("10.0.0.2:34801"), HasSubstr("nothing for 10000 ms"))));
  EXPECT_EQ(stats.disconnects.get(), 1U);
  expectNothingLeft();
}

TEST_F(SessionResetTest, SilenceFromTheFirstRequestOnResetsToo) {
  Caller caller;
  ASSERT_THAT(send(caller), IsOk());
  reactor.runFor(10'010ms);
  EXPECT_EQ(caller.lost, Delivery::kMaybeSent);
  EXPECT_EQ(stats.connects.get(), 1U);
}

TEST_F(SessionResetTest, A28_ABlackHoleIsFoundThoughEachCallIsGivenUpEarlier) {
  answerOnce();
  network.inject(SimFault::kClog, SimRoute::all());
  const Duration found = timeToReset(1s, 0ms);
  EXPECT_GE(found, 10s);
  EXPECT_LE(found, 11s);
  network.healAll();
  server.script = [this](const auto& request) { server.echo(request); };
  Caller caller;
  ASSERT_THAT(send(caller), IsOk());
  reactor.runFor(10ms);
  EXPECT_EQ(caller.result, "args");
  EXPECT_EQ(stats.connects.get(), 2U);
}

TEST_F(SessionResetTest, A28_ABlackHoleIsFoundByShortAndRareCallsToo) {
  answerOnce();
  network.inject(SimFault::kClog, SimRoute::all());
  const Duration found = timeToReset(5ms, 500ms);
  EXPECT_GE(found, 9s);
  EXPECT_LE(found, 11s);
}

TEST_F(SessionResetTest, A28_AServerThatSwallowsEverythingIsReset) {
  answerOnce();
  EXPECT_LE(timeToReset(1s, 100ms), 12s);
}

TEST_F(SessionResetTest, A29_AMethodThatIsNeverAnsweredDoesNotBreakTheOthers) {
  server.script = [this](const auto& request) {
    if (request.args != "swallowed") server.echo(request);
  };
  std::deque<Caller> swallowed;
  for (int second = 0; second < 120; ++second) {
    ASSERT_THAT(send(swallowed.emplace_back(), "swallowed"), IsOk());
    Caller good;
    ASSERT_THAT(send(good), IsOk());
    reactor.runFor(1s);
    ASSERT_EQ(good.result, "args");
  }
  EXPECT_EQ(session.outstanding(), 120U);
  EXPECT_EQ(stats.connects.get(), 1U);
  EXPECT_EQ(stats.disconnects.get(), 0U);
}

TEST_F(SessionResetTest, A29_ADroppedBackupRequestDoesNotCountTheIdleTimeAfterIt) {
  server.script = [this](const auto& request) {
    if (request.args != "throttled") server.echo(request);
  };
  connectNow();
  for (int minute = 0; minute < 10; ++minute) {
    Caller dropped;
    const auto ticket = send(dropped, "throttled");
    reactor.runFor(5ms);
    session.forget(*ticket);
    reactor.runFor(1min);
    Caller good;
    ASSERT_THAT(send(good), IsOk());
    reactor.runFor(1ms);
    ASSERT_EQ(good.result, "args");
  }
  EXPECT_EQ(stats.connects.get(), 1U);
}

TEST_F(SessionResetTest, A13_AnyByteProvesHealthEvenWithoutAWholeFrame) {
  connectNow();
  Caller caller;
  ASSERT_THAT(send(caller), IsOk());
  std::string frame;
  wire::appendReply(frame, "ERR_OK", test::kRpc, 1, std::string(100, 'x'));
  for (const char byte : frame.substr(0, 60)) {
    reactor.runFor(5s);
    server.send(0, std::string(1, byte));
  }
  EXPECT_TRUE(session.ready());
  EXPECT_EQ(caller.ends, 0);
  reactor.runFor(11s);
  EXPECT_EQ(caller.lost, Delivery::kMaybeSent);
}

TEST_F(SessionResetTest, AnIdleSessionLivesOn) {
  answerOnce();
  reactor.runFor(24h);
  EXPECT_TRUE(session.ready());
  EXPECT_EQ(stats.disconnects.get(), 0U);
}

TEST_F(SessionResetTest, A07_AServerThatReadsNothingIsResetAndReplaced) {
  answerOnce();
  network.inject(SimFault::kClog, SimRoute::toServer(kServer));
  const std::string big(std::size_t{4} << 20, 'x');
  std::deque<Caller> callers(4);
  for (Caller& caller : callers) {
    ASSERT_THAT(send(caller, big), IsOk());
    reactor.runFor(1ms);
  }
  reactor.runFor(11s);
  EXPECT_EQ(callers.front().lost, Delivery::kMaybeSent);
  EXPECT_EQ(callers.back().lost, Delivery::kNotSent);
  network.healAll();
  answerOnce();
  EXPECT_EQ(stats.connects.get(), 2U);
}

TEST_F(SessionResetTest, GarbageClosesTheConnectionAndTellsWhatCame) {
  answerOnce();
  Caller caller;
  ASSERT_THAT(send(caller), IsOk());
  reactor.runFor(1ms);
  server.send(0, "HTTP/1.1 400 Bad Request");
  reactor.runFor(1ms);
  EXPECT_EQ(caller.lost, Delivery::kMaybeSent);
  EXPECT_THAT(caller.why, FailsWith(StatusCode::kDataLoss, AllOf(HasSubstr("10.0.0.2:34801"),
                                                                 HasSubstr("485454502f312e31"))));
  EXPECT_FALSE(session.canSend()) << "such a server deserves a pause";
  expectNothingLeft();
}

TEST_F(SessionResetTest, AnIllFormedFrameBehindAGoodOneClosesTheConnection) {
  answerOnce();
  Caller good;
  Caller bad;
  const auto ticket = send(good);
  ASSERT_THAT(send(bad), IsOk());
  reactor.runFor(1ms);
  std::string bytes;
  wire::appendReply(bytes, "ERR_OK", test::kRpc, static_cast<std::int32_t>(*ticket), "fine");
  bytes += std::string("\0\0\0\x0c", 4) + "ABCDEFGH";
  server.send(0, bytes);
  reactor.runFor(1ms);
  EXPECT_EQ(good.result, "fine");
  EXPECT_THAT(bad.why, FailsWith(StatusCode::kDataLoss, HasSubstr("0000000c4142434445464748")));
}

TEST_F(SessionResetTest, AnOversizedFrameClosesTheConnectionBeforeItIsRead) {
  answerOnce();
  Caller caller;
  ASSERT_THAT(send(caller), IsOk());
  reactor.runFor(1ms);
  server.send(0, std::string("\x7f\xff\xff\xff", 4));
  reactor.runFor(1ms);
  EXPECT_EQ(caller.lost, Delivery::kMaybeSent);
  EXPECT_THAT(caller.why,
              FailsWith(StatusCode::kDataLoss,
                        AllOf(HasSubstr("10.0.0.2:34801"), HasSubstr("first bytes 7fffffff"))));
}

}  // namespace
}  // namespace bridle::internal
