#include "base/limits.h"
#include "route/meta_session.h"
#include "support/status_matchers.h"
#include "unit/route/meta_fixture.h"

namespace bridle::internal {
namespace {

using absl::StatusCode;
using test::FailsWith;
using test::IsOk;
using test::tableConfig;
using testing::AllOf;
using testing::HasSubstr;
using namespace std::chrono_literals;

class MetaNamesTest : public test::MetaFixture {};

TEST_F(MetaNamesTest, A18_AllAddressesOfANameAreTried) {
  network.setName("metas",
                  std::vector{metaAddress(1).ipv4, metaAddress(2).ipv4, metaAddress(3).ipv4});
  useServers({"metas:34601"});
  meta(1).stop();
  meta(2).stop();
  always(3, tableConfig(2, 4));
  Outcome outcome;
  ask(outcome, 5s);
  reactor.runFor(10ms);
  EXPECT_THAT(outcome.result, IsOk());
}

TEST_F(MetaNamesTest, A18_ANameIsResolvedAgainAfterAFailure) {
  network.setName("metas", std::vector{metaAddress(1).ipv4, metaAddress(2).ipv4});
  useServers({"metas:34601"});
  meta(1).stop();
  meta(2).stop();
  always(3, tableConfig(2, 4));
  Outcome outcome;
  ask(outcome, 5s);
  reactor.runFor(1s);
  EXPECT_EQ(outcome.ends, 0);
  network.setName("metas", std::vector{metaAddress(3).ipv4});
  reactor.runFor(200ms);
  EXPECT_THAT(outcome.result, IsOk());
}

TEST_F(MetaNamesTest, A26_SeveralNamesInOneList) {
  network.setName("meta-a", std::vector{metaAddress(1).ipv4});
  network.setName("meta-b", std::vector{metaAddress(2).ipv4});
  useServers({"meta-a:34601", "meta-b:34601"});
  meta(1).stop();
  always(2, tableConfig(2, 4));
  Outcome outcome;
  ask(outcome, 5s);
  reactor.runFor(10ms);
  EXPECT_THAT(outcome.result, IsOk());
}

TEST_F(MetaNamesTest, TwoNamesOfOneServerAskItOncePerRound) {
  network.setName("meta-a", std::vector{metaAddress(1).ipv4});
  network.setName("meta-b", std::vector{metaAddress(1).ipv4});
  useServers({"meta-a:34601", "meta-b:34601"});
  always(1, test::errorConfig(test::ServerError::kForwardToOthers));
  Outcome outcome;
  ask(outcome, 50ms);
  reactor.runFor(1s);
  EXPECT_EQ(session->queries(), 1U);
}

TEST_F(MetaNamesTest, AnUnknownNameIsToldAndTheOthersAreUsed) {
  useServers({"nowhere.example:34601", "10.0.1.2:34601"});
  Outcome outcome;
  ask(outcome, 2s);
  reactor.runFor(2s);
  EXPECT_THAT(outcome.result,
              FailsWith(StatusCode::kUnavailable,
                        AllOf(HasSubstr("resolve nowhere.example: no such name"),
                              HasSubstr("10.0.1.2:34601: no answer within 1000 ms"))));
  EXPECT_EQ(session->serverList(), "nowhere.example:34601,10.0.1.2:34601");
}

TEST_F(MetaNamesTest, A82_ASlowLookupIsLeftAloneAfterTheQueryTimeout) {
  network.setResolveDelay(SimDelay::fixed(30s));
  network.setName("slow", std::vector{metaAddress(1).ipv4});
  useServers({"slow:34601", "10.0.1.2:34601"});
  always(2, tableConfig(2, 4));
  Outcome outcome;
  ask(outcome, 5s);
  reactor.runFor(1010ms);
  EXPECT_THAT(outcome.result, IsOk());
  reactor.runFor(1min);
  EXPECT_EQ(outcome.ends, 1);
  EXPECT_EQ(network.lookups(), 0U);
}

TEST_F(MetaNamesTest, AnAddressThatComesTooLateDoesNotDisturbTheQuestionUnderWay) {
  network.setResolveDelay(SimDelay::fixed(1500ms));
  network.setName("slow", std::vector{metaAddress(1).ipv4});
  useServers({"slow:34601", "10.0.1.2:34601"});
  Outcome outcome;
  ask(outcome, 5s);
  reactor.runFor(1900ms);
  EXPECT_EQ(meta(1).requests.size(), 0U);
  EXPECT_EQ(meta(2).requests.size(), 1U);
}

TEST_F(MetaNamesTest, NoNameIsLookedUpWhileTheLeaderAnswers) {
  network.setName("meta", std::vector{metaAddress(1).ipv4});
  useServers({"meta:34601"});
  always(1, tableConfig(2, 4));
  Outcome first;
  ask(first, 5s);
  reactor.runFor(10ms);
  network.setName("meta", absl::UnavailableError("name server down"));
  Outcome second;
  ask(second, 5s);
  reactor.runFor(10ms);
  EXPECT_THAT(second.result, IsOk());
}

}  // namespace
}  // namespace bridle::internal
