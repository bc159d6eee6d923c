#include "route/meta_session.h"

#include "base/limits.h"
#include "support/status_matchers.h"
#include "unit/route/meta_fixture.h"
#include "unit/wire/vectors.h"

namespace bridle::internal {
namespace {

using absl::StatusCode;
using test::encoded;
using test::errorConfig;
using test::FailsWith;
using test::forwardTo;
using test::IsOk;
using test::ServerError;
using test::tableConfig;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using namespace std::chrono_literals;

class MetaSessionTest : public test::MetaFixture {
 protected:
  void expectNothingLeft() {
    EXPECT_EQ(session->outstanding(), 0U);
    EXPECT_TRUE(reactor.runUntilIdle(1h));
  }
};

TEST_F(MetaSessionTest, BringsTheLeadersAnswer) {
  always(1, tableConfig(2, 4));
  Outcome outcome;
  ask(outcome, 5s);
  EXPECT_EQ(outcome.ends, 0) << "never from inside call()";
  reactor.runFor(10ms);
  ASSERT_THAT(outcome.result, IsOk());
  EXPECT_EQ(*outcome.result, encoded(tableConfig(2, 4)));
  ASSERT_EQ(meta(1).requests.size(), 1U);
  const wire::RequestHeader header{.timeout_ms = 1000};
  EXPECT_EQ(meta(1).requests[0].header, header);
  EXPECT_EQ(meta(1).requests[0].rpc, wire::rpc_names::kQueryConfig);
  EXPECT_EQ(meta(1).requests[0].args, "args");
  EXPECT_EQ(session->queries(), 1U);
  expectNothingLeft();
}

TEST_F(MetaSessionTest, AnErrorOfTheLeaderIsAnAnswer) {
  always(1, errorConfig(ServerError::kObjectNotFound));
  Outcome outcome;
  ask(outcome, 5s);
  reactor.runFor(10ms);
  ASSERT_THAT(outcome.result, IsOk());
  EXPECT_EQ(*outcome.result, encoded(errorConfig(ServerError::kObjectNotFound)));
  EXPECT_EQ(session->queries(), 1U);
}

TEST_F(MetaSessionTest, A16_FollowsAForwardToALeaderThatIsNotConfigured) {
  useServers({"10.0.1.1:34601", "10.0.1.2:34601"});
  always(1, forwardTo(metaAddress(3)));
  always(2, forwardTo(metaAddress(3)));
  always(3, tableConfig(2, 4));
  Outcome outcome;
  ask(outcome, 5s);
  reactor.runFor(10ms);
  EXPECT_THAT(outcome.result, IsOk());
  EXPECT_EQ(session->queries(), 2U);
  EXPECT_EQ(meta(2).requests.size(), 0U);
}

TEST_F(MetaSessionTest, TheLeaderIsRememberedAndAskedFirst) {
  always(1, forwardTo(metaAddress(3)));
  always(3, tableConfig(2, 4));
  for (int i = 0; i < 3; ++i) {
    Outcome outcome;
    ask(outcome, 5s);
    reactor.runFor(10ms);
    EXPECT_THAT(outcome.result, IsOk());
  }
  EXPECT_EQ(meta(1).requests.size(), 1U);
  EXPECT_EQ(meta(3).requests.size(), 3U);
}

TEST_F(MetaSessionTest, A17_ReadsTheForwardAddressOfARecordedAnswer) {
  const auto reply = wire::decodeReply(wire::vector("V34"));
  ASSERT_THAT(reply, IsOk());
  meta(1).script = [&](const auto& request) { meta(1).reply(request, reply->result); };
  test::ScriptedServer leader(network, *parseEndpoint("10.1.2.3:34601"));
  leader.script = [&](const auto& request) { leader.reply(request, encoded(tableConfig(2, 4))); };
  Outcome outcome;
  ask(outcome, 5s);
  reactor.runFor(10ms);
  EXPECT_THAT(outcome.result, IsOk());
  EXPECT_EQ(leader.requests.size(), 1U);
}

TEST_F(MetaSessionTest, A17_FollowsAForwardThatIsAHostName) {
  auto forward = forwardTo({});
  forward.partitions[0].__set_hp_primary(HostPort{"leader.example", 34601});
  always(1, forward);
  always(3, tableConfig(2, 4));
  network.setName("leader.example", std::vector{metaAddress(3).ipv4});
  Outcome outcome;
  ask(outcome, 5s);
  reactor.runFor(10ms);
  EXPECT_THAT(outcome.result, IsOk());
  EXPECT_EQ(meta(2).requests.size(), 0U);
}

TEST_F(MetaSessionTest, AFollowerThatKnowsNoLeaderMakesItGoOn) {
  always(1, errorConfig(ServerError::kForwardToOthers));
  always(2, forwardTo({}));
  always(3, tableConfig(2, 4));
  Outcome outcome;
  ask(outcome, 5s);
  reactor.runFor(10ms);
  EXPECT_THAT(outcome.result, IsOk());
  EXPECT_EQ(session->queries(), 3U);
}

TEST_F(MetaSessionTest, AnyCallOfTheMetaFindsTheLeader) {
  always(1, errorConfig(ServerError::kForwardToOthers));
  always(2, tableConfig(2, 4));
  Outcome outcome;
  ask(outcome, 5s, wire::rpc_names::kListApps);
  reactor.runFor(10ms);
  EXPECT_THAT(outcome.result, IsOk());
  EXPECT_EQ(meta(2).requests[0].rpc, wire::rpc_names::kListApps);
}

TEST_F(MetaSessionTest, MetasThatForwardInACircleAreAskedOncePerRound) {
  always(1, forwardTo(metaAddress(2)));
  always(2, forwardTo(metaAddress(1)));
  always(3, forwardTo(metaAddress(1)));
  Outcome outcome;
  ask(outcome, 1s);
  reactor.runFor(2s);
  EXPECT_THAT(outcome.result, FailsWith(StatusCode::kUnavailable, HasSubstr("not the leader")));
  EXPECT_LE(session->queries(), 3U * 14U);
  expectNothingLeft();
}

TEST_F(MetaSessionTest, AChainOfForwardsIsFollowedOnlyToTheLimit) {
  useServers({"10.0.1.1:34601"});
  always(1, forwardTo({0x0a000300, 1}));
  std::deque<test::ScriptedServer> chain;
  for (std::uint32_t i = 0; i < 20; ++i) {
    test::ScriptedServer& server = chain.emplace_back(network, Endpoint{0x0a000300 + i, 1});
    server.script = [&server, i](const auto& request) {
      server.reply(request, encoded(forwardTo({0x0a000301 + i, 1})));
    };
  }
  Outcome outcome;
  ask(outcome, 50ms);
  reactor.runFor(1s);
  EXPECT_EQ(session->queries(), 1U + limits::kMaxMetaRedirects);
  EXPECT_EQ(outcome.ends, 1);
  ask(outcome, 190ms);  // two rounds
  reactor.runFor(1s);
  EXPECT_EQ(session->queries(), 3U * (1U + limits::kMaxMetaRedirects));
}

TEST_F(MetaSessionTest, A15_WaitsUntilALeaderIsElected) {
  for (std::size_t i = 1; i <= 3; ++i) always(i, errorConfig(ServerError::kServiceNotActive));
  Outcome outcome;
  ask(outcome, 5s);
  reactor.runFor(2s);
  EXPECT_EQ(outcome.ends, 0);
  EXPECT_LE(session->queries(), 40U);
  always(2, tableConfig(2, 4));
  reactor.runFor(500ms);
  EXPECT_THAT(outcome.result, IsOk());
  expectNothingLeft();
}

TEST_F(MetaSessionTest, ASilentMetaCostsOneQueryTimeout) {
  always(2, tableConfig(2, 4));
  Outcome outcome;
  ask(outcome, 5s);
  reactor.runFor(999ms);
  EXPECT_EQ(outcome.ends, 0);
  reactor.runFor(10ms);
  EXPECT_THAT(outcome.result, IsOk());
}

TEST_F(MetaSessionTest, ARefusingMetaCostsNothing) {
  meta(1).stop();
  always(2, tableConfig(2, 4));
  Outcome outcome;
  ask(outcome, 5s);
  reactor.runFor(2ms);
  EXPECT_THAT(outcome.result, IsOk());
}

TEST_F(MetaSessionTest, FrameErrorsAndUnreadableAnswersMakeItGoOn) {
  meta(1).script = [this](const auto& request) {
    meta(1).reply(request, ServerError::kHandlerNotFound, "");
  };
  meta(2).script = [this](const auto& request) { meta(2).reply(request, ""); };
  always(3, tableConfig(2, 4));
  Outcome outcome;
  ask(outcome, 5s);
  reactor.runFor(10ms);
  EXPECT_THAT(outcome.result, IsOk());
  EXPECT_EQ(session->queries(), 3U);
}

TEST_F(MetaSessionTest, TheLastTryIsCutToTheDeadline) {
  Outcome outcome;
  ask(outcome, 1300ms);
  reactor.runFor(1299ms);
  EXPECT_EQ(outcome.ends, 0);
  reactor.runFor(1ms);
  EXPECT_EQ(outcome.ends, 1);
  EXPECT_EQ(meta(1).requests[0].header.timeout_ms, 1000);
  EXPECT_EQ(meta(2).requests[0].header.timeout_ms, 300);
  EXPECT_THAT(outcome.result,
              FailsWith(StatusCode::kUnavailable,
                        AllOf(HasSubstr("within 1300 ms"),
                              HasSubstr("10.0.1.1:34601: no answer within 1000 ms"),
                              HasSubstr("10.0.1.2:34601: no answer within 300 ms"))));
}

TEST_F(MetaSessionTest, TheErrorTellsEachMetaOnceAndWhatCameOfIt) {
  meta(1).stop();
  always(2, errorConfig(ServerError::kServiceNotActive));
  always(3, errorConfig(ServerError::kForwardToOthers));
  Outcome outcome;
  ask(outcome, 3s);
  reactor.runFor(3s);
  EXPECT_THAT(
      outcome.result,
      FailsWith(StatusCode::kUnavailable,
                AllOf(HasSubstr("RPC_CM_QUERY_PARTITION_CONFIG_BY_INDEX"),
                      HasSubstr("connect to 10.0.1.1:34601: connection refused ("),
                      HasSubstr("10.0.1.2:34601: not active yet (ERR_SERVICE_NOT_ACTIVE) ("),
                      HasSubstr("10.0.1.3:34601: not the leader, knows no other ("),
                      Not(HasSubstr("not tried again")))));
}

TEST_F(MetaSessionTest, AServerThatIsNoMetaServerIsDoubted) {
  for (int i = 1; i <= 3; ++i) {
    meta(i).script = [this, i](const auto& request) {
      meta(i).reply(request, ServerError::kHandlerNotFound, "");
    };
  }
  Outcome outcome;
  ask(outcome, 1s);
  reactor.runFor(1s);
  EXPECT_THAT(outcome.result,
              FailsWith(StatusCode::kUnavailable,
                        HasSubstr("10.0.1.1:34601: ERR_HANDLER_NOT_FOUND (is it a meta server?)")));
}

TEST_F(MetaSessionTest, ADeadlineThatHasPassedSendsNothing) {
  Outcome outcome;
  ask(outcome, -1s);
  EXPECT_EQ(outcome.ends, 0);
  reactor.runFor(1ms);
  EXPECT_THAT(outcome.result, FailsWith(StatusCode::kUnavailable, HasSubstr("none was asked")));
  EXPECT_EQ(session->queries(), 0U);
}

TEST_F(MetaSessionTest, A20_AllMetasRestartAndTheSameSessionGoesOn) {
  for (std::size_t i = 1; i <= 3; ++i) always(i, tableConfig(2, 4));
  Outcome before;
  ask(before, 5s);
  reactor.runFor(10ms);
  EXPECT_THAT(before.result, IsOk());
  for (auto& server : metas) server.stop();
  Outcome during;
  ask(during, 10s);
  reactor.runFor(5s);
  EXPECT_EQ(during.ends, 0);
  for (auto& server : metas) server.start();
  reactor.runFor(1500ms);
  EXPECT_THAT(during.result, IsOk());
  expectNothingLeft();
}

TEST_F(MetaSessionTest, A19_TheLeaderDiesWhileAHundredCallsRun) {
  always(3, tableConfig(2, 4));
  always(1, forwardTo(metaAddress(3)));
  std::deque<Outcome> outcomes(100);
  for (std::size_t i = 0; i < 50; ++i) ask(outcomes[i], 5s);
  reactor.runFor(300us);
  meta(3).stop();
  for (std::size_t i = 50; i < 100; ++i) ask(outcomes[i], 5s);
  always(2, tableConfig(2, 8));
  reactor.runFor(5s);
  for (const Outcome& outcome : outcomes) {
    EXPECT_EQ(outcome.ends, 1);
    EXPECT_THAT(outcome.result, IsOk());
  }
  expectNothingLeft();
}

TEST_F(MetaSessionTest, ADeadLeaderIsReplacedByTheNextThatAnswers) {
  always(1, tableConfig(2, 4));
  Outcome first;
  ask(first, 5s);
  reactor.runFor(10ms);
  meta(1).stop();
  always(2, forwardTo(metaAddress(3)));
  always(3, tableConfig(2, 4));
  Outcome second;
  ask(second, 5s);
  reactor.runFor(20ms);
  EXPECT_THAT(second.result, IsOk());
}

TEST_F(MetaSessionTest, ADeadMetaDoesNotUseUpEachCallWhoseTimeIsShort) {
  always(1, tableConfig(2, 4));
  Outcome first;
  ask(first, 5s);
  reactor.runFor(10ms);
  ASSERT_THAT(first.result, IsOk());
  meta(1).script = nullptr;
  always(2, tableConfig(2, 4));
  Outcome cut_short;
  ask(cut_short, 500ms);
  reactor.runFor(500ms);
  EXPECT_THAT(cut_short.result, FailsWith(StatusCode::kUnavailable, HasSubstr("10.0.1.1:34601")));
  Outcome next;
  ask(next, 500ms);
  reactor.runFor(500ms);
  EXPECT_THAT(next.result, IsOk());
}

TEST_F(MetaSessionTest, CancelAllEndsEachOpenCallOnce) {
  std::deque<Outcome> outcomes(3);
  for (Outcome& outcome : outcomes) ask(outcome, 5s);
  reactor.runFor(10ms);
  session->cancelAll(absl::CancelledError("the client was closed"));
  for (const Outcome& outcome : outcomes) {
    EXPECT_EQ(outcome.ends, 1);
    EXPECT_THAT(outcome.result, FailsWith(StatusCode::kCancelled, HasSubstr("closed")));
  }
  reactor.runFor(10s);
  for (const Outcome& outcome : outcomes) EXPECT_EQ(outcome.ends, 1);
  expectNothingLeft();
}

TEST_F(MetaSessionTest, ACallbackMayCallAgain) {
  always(1, tableConfig(2, 4));
  Outcome inner;
  session->call("RPC_CM_LIST_APPS", "", reactor.now() + 1s,
                [&](const absl::StatusOr<std::string>&) { ask(inner, 1s); });
  reactor.runFor(10ms);
  EXPECT_THAT(inner.result, IsOk());
}

TEST_F(MetaSessionTest, DestructionDropsOpenCallsSilently) {
  Outcome outcome;
  ask(outcome, 5s);
  reactor.runFor(10ms);
  session.reset();
  EXPECT_TRUE(reactor.runUntilIdle(10s));
  EXPECT_EQ(outcome.ends, 0);
  EXPECT_EQ(network.links(), 0U);
}

}  // namespace
}  // namespace bridle::internal
