// Calls that change something: whom they are asked of, and when they may be asked again.
#include "bridle/error.h"
#include "route/meta_session.h"
#include "support/status_matchers.h"
#include "unit/route/meta_fixture.h"

namespace bridle::internal {
namespace {

using test::encoded;
using test::errorConfig;
using test::FailsWith;
using test::forwardTo;
using test::IsOk;
using test::ScriptedServer;
using test::ServerError;
using testing::AllOf;
using testing::HasSubstr;
using namespace std::chrono_literals;

class MetaChangeTest : public test::MetaFixture {
 protected:
  void change(Repeat repeat = Repeat::kIfNotExecuted, Duration limit = 5s) {
    session->call(std::string(wire::rpc_names::kCreateApp), "args", reactor.now() + limit, repeat,
                  [this](absl::StatusOr<std::string> result) {
                    ++outcome_.ends;
                    outcome_.result = std::move(result);
                  });
  }

  // Like real servers: only the answer to the question for a configuration tells who leads.
  void forwards(std::size_t number, const Endpoint& leader) {
    ScriptedServer& server = meta(number);
    server.script = [&server, leader](const auto& request) {
      const bool config = request.rpc == wire::rpc_names::kQueryConfig;
      server.reply(request, encoded(config ? forwardTo(leader)
                                           : errorConfig(ServerError::kForwardToOthers)));
    };
  }

  void leads(std::size_t number) { always(number, errorConfig(ServerError::kOk)); }

  void expectUnknown() {
    ASSERT_EQ(outcome_.ends, 1);
    ASSERT_FALSE(outcome_.result.ok());
    const ErrorInfo info = errorInfo(outcome_.result.status()).value();
    EXPECT_EQ(info.code, ErrorCode::kOutcomeUnknown);
    EXPECT_TRUE(info.may_have_executed);
  }

  Outcome outcome_;
};

TEST_F(MetaChangeTest, TheLeaderIsFoundByAskingForAConfiguration) {
  useServers({"10.0.1.1:34601"});
  forwards(1, metaAddress(3));
  leads(3);
  change();
  reactor.runFor(10ms);
  EXPECT_THAT(outcome_.result, IsOk());
  ASSERT_EQ(meta(3).requests.size(), 1U);
  EXPECT_EQ(meta(3).requests[0].rpc, wire::rpc_names::kCreateApp);
  EXPECT_EQ(meta(3).requests[0].args, "args");
}

TEST_F(MetaChangeTest, AMetaThatComesToLeadMeanwhileIsAskedOnceMore) {
  useServers({"10.0.1.1:34601"});
  ScriptedServer& server = meta(1);
  server.script = [&server](const auto& request) {
    const bool first = server.requests.size() == 1;
    server.reply(request, encoded(errorConfig(first ? ServerError::kForwardToOthers
                                                    : ServerError::kObjectNotFound)));
  };
  change();
  reactor.runFor(10ms);
  EXPECT_THAT(outcome_.result, IsOk());
  EXPECT_EQ(server.requests.size(), 3U);
}

TEST_F(MetaChangeTest, TheNextOfTheListIsAskedIfNobodyKnowsTheLeader) {
  always(1, errorConfig(ServerError::kForwardToOthers));
  always(2, errorConfig(ServerError::kForwardToOthers));
  leads(3);
  change();
  reactor.runFor(10ms);
  EXPECT_THAT(outcome_.result, IsOk());
}

TEST_F(MetaChangeTest, ABrokenConnectionLeavesTheOutcomeUnknown) {
  meta(1).script = [this](const auto&) { meta(1).stop(); };
  leads(2);
  change();
  reactor.runFor(10ms);
  expectUnknown();
  EXPECT_EQ(meta(2).requests.size(), 0U);
}

TEST_F(MetaChangeTest, SilenceUntilTheEndLeavesTheOutcomeUnknown) {
  leads(2);
  change();
  reactor.runFor(4999ms);
  EXPECT_EQ(outcome_.ends, 0) << "it is given all the time there is";
  reactor.runFor(1ms);
  expectUnknown();
  EXPECT_EQ(meta(2).requests.size(), 0U);
}

TEST_F(MetaChangeTest, WhatWasNotSentIsAskedOfAnother) {
  meta(1).stop();
  leads(2);
  change();
  reactor.runFor(10ms);
  EXPECT_THAT(outcome_.result, IsOk());
}

TEST_F(MetaChangeTest, ARefusalOfTheWholeRequestIsNoUnknownOutcome) {
  meta(1).script = [this](const auto& request) {
    meta(1).reply(request, ServerError::kHandlerNotFound, "");
  };
  leads(2);
  change();
  reactor.runFor(10ms);
  EXPECT_THAT(outcome_.result, IsOk());
}

TEST_F(MetaChangeTest, AnAnswerThatCannotBeReadLeavesTheOutcomeUnknown) {
  meta(1).script = [this](const auto& request) { meta(1).reply(request, "nonsense"); };
  leads(2);
  change();
  reactor.runFor(10ms);
  expectUnknown();
}

TEST_F(MetaChangeTest, WhatMayRunTwiceIsAskedAgainAfterSilence) {
  leads(2);
  change(Repeat::kAlways);
  reactor.runFor(1100ms);
  EXPECT_THAT(outcome_.result, IsOk());
}

}  // namespace
}  // namespace bridle::internal
