#include "rpc/replica_session.h"

#include <algorithm>
#include <deque>
#include <numeric>

#include "base/limits.h"
#include "base/rng.h"
#include "support/status_matchers.h"
#include "unit/rpc/session_fixture.h"

namespace bridle::internal {
namespace {

using absl::StatusCode;
using test::Caller;
using test::FailsWith;
using test::IsOk;
using test::ScriptedServer;
using testing::AllOf;
using testing::HasSubstr;
using namespace std::chrono_literals;

class ReplicaSessionTest : public test::SessionFixture {};

TEST_F(ReplicaSessionTest, ConnectsOnTheFirstSendAndBringsTheReply) {
  server.script = [this](const auto& request) { server.reply(request, "value"); };
  EXPECT_FALSE(session.ready());
  EXPECT_TRUE(session.canSend());
  Caller caller;
  ASSERT_THAT(session.send({{.app_id = 3,
                             .partition_index = 5,
                             .timeout_ms = 250,
                             .partition_hash = 99,
                             .is_backup_request = true},
                            test::kRpc,
                            "the args"},
                           caller),
              IsOk());
  EXPECT_EQ(caller.ends, 0);
  reactor.runFor(1ms);
  EXPECT_EQ(caller.result, "value");
  EXPECT_EQ(caller.ends, 1);
  ASSERT_EQ(server.requests.size(), 1U);
  EXPECT_EQ(server.requests[0].rpc, test::kRpc);
  EXPECT_EQ(server.requests[0].args, "the args");
  const wire::RequestHeader header{3, 5, 250, 99, true};
  EXPECT_EQ(server.requests[0].header, header);
  EXPECT_EQ(stats.connects.get(), 1U);
  expectNothingLeft();
}

TEST_F(ReplicaSessionTest, WhatIsToldIsSentOnceAndOwesNothing) {
  const Outgoing told{{.app_id = 1, .timeout_ms = 1000}, test::kRpc, "told"};
  session.tell(told);
  reactor.runFor(1ms);
  EXPECT_FALSE(session.ready()) << "it is no reason to connect";
  connectNow();
  server.script = [this](const auto& request) { server.echo(request); };  // should it answer
  session.tell(told);
  Caller caller;
  ASSERT_THAT(send(caller), IsOk());
  EXPECT_EQ(session.outstanding(), 1U);
  reactor.runFor(1ms);
  ASSERT_EQ(server.requests.size(), 2U);
  EXPECT_EQ(server.requests[0].args, "told");
  EXPECT_EQ(caller.result, "args");
  EXPECT_EQ(stats.late_replies.get(), 1U);
  expectNothingLeft();
  EXPECT_TRUE(session.ready());
}

TEST_F(ReplicaSessionTest, AFrameworkErrorIsAReply) {
  server.script = [this](const auto& request) {
    server.reply(request, wire::ServerError::kInvalidState, "");
  };
  Caller caller;
  ASSERT_THAT(send(caller), IsOk());
  reactor.runFor(1ms);
  EXPECT_EQ(caller.error, wire::ServerError::kInvalidState);
  EXPECT_TRUE(session.ready());
}

TEST_F(ReplicaSessionTest, OneWriteForAllFramesOfATurn) {
  connectNow();
  std::deque<Caller> callers(100);
  for (Caller& caller : callers) ASSERT_THAT(send(caller), IsOk());
  reactor.runFor(1ms);
  EXPECT_EQ(server.requests.size(), 100U);
  EXPECT_EQ(server.arrived.size(), 1U);
}

TEST_F(ReplicaSessionTest, FramesThatWaitedForTheConnectionGoOutInOrderAndInOneWrite) {
  std::deque<Caller> callers(20);
  for (std::size_t i = 0; i < callers.size(); ++i) {
    ASSERT_THAT(send(callers[i], std::to_string(i)), IsOk());
  }
  reactor.runFor(1ms);
  ASSERT_EQ(server.requests.size(), 20U);
  for (std::size_t i = 0; i < callers.size(); ++i) {
    EXPECT_EQ(server.requests[i].args, std::to_string(i));
  }
  EXPECT_EQ(server.arrived.size(), 1U);
}

TEST_F(ReplicaSessionTest, ForgottenBeforeTheConnectionOpensIsNeverSent) {
  Caller kept;
  Caller forgotten;
  const auto ticket = send(forgotten);
  ASSERT_THAT(send(kept), IsOk());
  EXPECT_EQ(session.forget(*ticket), Delivery::kNotSent);
  reactor.runFor(1ms);
  EXPECT_EQ(server.requests.size(), 1U);
  EXPECT_EQ(forgotten.ends, 0);
}

TEST_F(ReplicaSessionTest, ForgottenBeforeTheWriteMayStillLeave) {
  connectNow();
  Caller caller;
  const auto ticket = send(caller);
  EXPECT_EQ(session.forget(*ticket), Delivery::kMaybeSent);
  reactor.runFor(1ms);
  EXPECT_EQ(server.requests.size(), 1U);
}

TEST_F(ReplicaSessionTest, A45_ALateReplyFindsAFreeSlotAndIsCounted) {
  server.script = [this](const auto& request) { server.echo(request); };
  connectNow();
  Caller early;
  const auto ticket = send(early);
  EXPECT_EQ(session.forget(*ticket), Delivery::kMaybeSent);
  EXPECT_EQ(session.outstanding(), 0U);
  Caller next;
  ASSERT_THAT(send(next, "next"), IsOk());
  reactor.runFor(1ms);
  EXPECT_EQ(early.ends, 0);
  EXPECT_EQ(next.result, "next");
  EXPECT_EQ(stats.late_replies.get(), 1U);
  EXPECT_TRUE(session.ready());
}

TEST_F(ReplicaSessionTest, AReplyToNothingIsCountedAndDropped) {
  connectNow();
  std::string frame;
  wire::appendReply(frame, "ERR_OK", "RPC_NOBODY_ASKED", 123456, "");
  server.send(0, frame);
  reactor.runFor(1ms);
  EXPECT_EQ(stats.late_replies.get(), 1U);
  EXPECT_TRUE(session.ready());
}

TEST_F(ReplicaSessionTest, A11_TenThousandRepliesInRandomOrderReachTheirCallers) {
  std::vector<ScriptedServer::Request> waiting;
  server.script = [&](const auto& request) { waiting.push_back(request); };
  std::deque<Caller> callers(limits::kMaxInFlightPerSession);
  for (std::size_t i = 0; i < callers.size(); ++i) {
    ASSERT_THAT(send(callers[i], std::to_string(i)), IsOk());
  }
  reactor.runFor(10ms);
  ASSERT_EQ(waiting.size(), callers.size());
  Rng rng(11);
  for (std::size_t i = waiting.size() - 1; i > 0; --i) {
    std::swap(waiting[i], waiting[rng.below(i + 1)]);
  }
  network.setPath(SimRoute::fromServer(kServer), {.max_piece = 100});
  for (const auto& request : waiting) server.echo(request);
  reactor.runFor(10s);
  for (std::size_t i = 0; i < callers.size(); ++i) {
    ASSERT_EQ(callers[i].result, std::to_string(i));
    ASSERT_EQ(callers[i].ends, 1);
  }
  expectNothingLeft();
}

TEST_F(ReplicaSessionTest, RefusesMoreRequestsInFlightThanTheLimit) {
  std::deque<Caller> callers(limits::kMaxInFlightPerSession);
  for (Caller& caller : callers) ASSERT_THAT(send(caller), IsOk());
  Caller one_more;
  EXPECT_THAT(send(one_more), FailsWith(StatusCode::kResourceExhausted,
                                        AllOf(HasSubstr("10.0.0.2:34801"),
                                              HasSubstr("10000 requests are without an answer"))));
  reactor.runFor(1ms);
  EXPECT_EQ(one_more.ends, 0);
}

TEST_F(ReplicaSessionTest, RefusesMoreQueuedBytesThanTheLimit) {
  network.inject(SimFault::kIgnoreDials, SimRoute::all());
  const std::string big(std::size_t{1} << 20, 'x');
  std::deque<Caller> callers(15);
  std::vector<Ticket> tickets;
  for (Caller& caller : callers) tickets.push_back(*send(caller, big));
  Caller more;
  EXPECT_THAT(send(more, big),
              FailsWith(StatusCode::kResourceExhausted,
                        HasSubstr("a request of 1048576 bytes does not fit behind the 15")));
  session.forget(tickets.front());
  EXPECT_THAT(send(more, big), IsOk());
}

TEST_F(ReplicaSessionTest, CallersMayUseTheSessionWhileTheyAreTold) {
  server.script = [this](const auto& request) { server.echo(request); };
  Caller second;
  Caller third;
  Caller first;
  absl::StatusOr<Ticket> doomed;
  first.on_end = [&] {
    ASSERT_THAT(send(second, "second"), IsOk());
    session.forget(*doomed);
  };
  second.on_end = [&] { ASSERT_THAT(send(third, "third"), IsOk()); };
  Caller forgotten;
  ASSERT_THAT(send(first), IsOk());
  doomed = send(forgotten);
  reactor.runFor(5ms);
  EXPECT_EQ(third.result, "third");
  EXPECT_EQ(forgotten.ends, 0);
  expectNothingLeft();
}

TEST_F(ReplicaSessionTest, SteadyTrafficInPiecesOfAnySize) {
  network.setPath(SimRoute::all(), {.delay = SimDelay::uniform(50us, 300us), .max_piece = 7});
  server.script = [this](const auto& request) { server.echo(request); };
  std::deque<Caller> callers(500);
  for (std::size_t i = 0; i < callers.size(); ++i) {
    ASSERT_THAT(send(callers[i], std::to_string(i)), IsOk());
    reactor.runFor(100us);
  }
  reactor.runFor(10s);
  for (std::size_t i = 0; i < callers.size(); ++i) {
    ASSERT_EQ(callers[i].result, std::to_string(i));
  }
}

TEST_F(ReplicaSessionTest, A73_AMillionTimedOutCallsLeaveNothing) {
  connectNow();
  Caller caller;
  for (int i = 0; i < 1'000'000; ++i) {
    const auto ticket = send(caller);
    ASSERT_THAT(ticket, IsOk());
    session.forget(*ticket);
    if (i % 1000 == 0) reactor.runFor(1ms);
  }
  expectNothingLeft();
  EXPECT_EQ(caller.ends, 0);
}

}  // namespace
}  // namespace bridle::internal
