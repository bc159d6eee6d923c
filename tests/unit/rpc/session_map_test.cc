#include "rpc/session_map.h"

#include <deque>

#include "io/sim_network.h"
#include "support/status_matchers.h"
#include "unit/rpc/session_fixture.h"

namespace bridle::internal {
namespace {

using test::Caller;
using test::IsOk;
using test::ScriptedServer;
using namespace std::chrono_literals;

class SessionMapTest : public testing::Test {
 protected:
  SessionMapTest() {
    for (std::uint32_t i = 0; i < 3; ++i) {
      servers.emplace_back(network, Endpoint{0x0a000010 + i, 34801});
    }
  }

  SimReactor reactor;
  SimNetwork network{reactor, 1};
  std::deque<ScriptedServer> servers;
  SessionMap sessions{network.host(1), {.connect_timeout = 1s, .reset_after = 10s, .seed = 5}};
};

TEST_F(SessionMapTest, A33_SixtyFourPartitionsOnThreeServersShareThreeConnections) {
  std::deque<Caller> callers(64);
  for (std::size_t partition = 0; partition < callers.size(); ++partition) {
    ReplicaSession& session = sessions.at(servers[partition % 3].address());
    ASSERT_THAT(session.send({{}, test::kRpc, "x"}, callers[partition]), IsOk());
  }
  EXPECT_EQ(sessions.outstanding(), 64U);
  reactor.runFor(1ms);
  EXPECT_EQ(sessions.stats().connects.get(), 3U);
  for (const ScriptedServer& server : servers) EXPECT_EQ(server.accepted(), 1U);
}

TEST_F(SessionMapTest, A36_ConnectionsExistBeforeTheFirstCall) {
  for (const ScriptedServer& server : servers) sessions.at(server.address()).connect();
  reactor.runFor(1ms);
  for (const ScriptedServer& server : servers) {
    EXPECT_TRUE(sessions.at(server.address()).ready());
    EXPECT_EQ(server.accepted(), 1U);
  }
  EXPECT_EQ(sessions.outstanding(), 0U);
}

TEST_F(SessionMapTest, ServersDownDoNotReconnectInStep) {
  const Endpoint down[] = {{0x0a000020, 1}, {0x0a000021, 1}};
  for (const Endpoint& peer : down) sessions.at(peer).connect();
  reactor.runFor(1ms);
  EXPECT_FALSE(sessions.at(down[0]).canSend());
  EXPECT_FALSE(sessions.at(down[1]).canSend());
  reactor.runUntil([&] { return false; }, 7ms);
  while (!sessions.at(down[0]).canSend() && !sessions.at(down[1]).canSend()) reactor.runFor(10us);
  EXPECT_NE(sessions.at(down[0]).canSend(), sessions.at(down[1]).canSend());
}

TEST_F(SessionMapTest, DestructionClosesEverythingWithoutACall) {
  Caller caller;
  {
    SessionMap doomed(network.host(2), {.connect_timeout = 1s, .reset_after = 10s, .seed = 5});
    ASSERT_THAT(doomed.at(servers[0].address()).send({{}, test::kRpc, "x"}, caller), IsOk());
    ASSERT_THAT(doomed.at(servers[1].address()).send({{}, test::kRpc, "x"}, caller), IsOk());
    reactor.runFor(150us);
  }
  EXPECT_TRUE(reactor.runUntilIdle(1s));
  EXPECT_EQ(caller.ends, 0);
  EXPECT_EQ(network.links(), 0U);
}

}  // namespace
}  // namespace bridle::internal
