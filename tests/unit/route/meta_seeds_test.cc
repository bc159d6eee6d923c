#include "base/rng.h"
#include "unit/route/meta_fixture.h"

namespace bridle::internal {
namespace {

using test::encoded;
using test::errorConfig;
using test::forwardTo;
using test::ServerError;
using test::tableConfig;
using namespace std::chrono_literals;

// Metas that die, forward to anybody, refuse and keep silent, drawn from one seed. Each call ends
// once and by its deadline, and well as soon as one of them leads.
class MetaSeedsTest : public test::MetaFixture {
 protected:
  struct Call {
    Outcome outcome;
    TimePoint deadline;
  };

  void script(test::ScriptedServer& server, Rng& rng) {
    server.script = [this, &server, &rng](const auto& request) {
      const auto other = metaAddress(static_cast<std::uint32_t>(1 + rng.below(3)));
      switch (rng.below(6)) {
        case 0:
          return server.reply(request, encoded(forwardTo(other)));
        case 1:
          return server.reply(request, encoded(errorConfig(ServerError::kServiceNotActive)));
        case 2:
          return server.reply(request, encoded(errorConfig(ServerError::kForwardToOthers)));
        case 3:
          return server.reply(request, ServerError::kBusy, "");
        case 4:
          return server.send(request.connection, "garbage");
        default:
          return;
      }
    };
  }

  void disturb(Rng& rng) {
    test::ScriptedServer& server = metas[rng.below(metas.size())];
    server.stop();
    if (rng.chance(0.6)) server.start();
  }

  // Calls under faults, none of which can be answered.
  void runFaults(Rng& rng, std::deque<Call>& calls) {
    for (int i = 0; i < 40; ++i) {
      const Duration limit(rng.below(3'000'000'000));
      Call& call = calls.emplace_back();
      call.deadline = reactor.now() + limit;
      ask(call.outcome, limit);
      if (rng.chance(0.2)) disturb(rng);
      reactor.runFor(Duration(rng.below(200'000'000)));
      for (const Call& each : calls) {
        EXPECT_EQ(each.outcome.ends, reactor.now() >= each.deadline ? 1 : 0);
      }
    }
    reactor.runFor(3s);
    for (const Call& call : calls) EXPECT_EQ(call.outcome.ends, 1);
  }
};

TEST_F(MetaSeedsTest, EachCallEndsOnceAtItsDeadlineOrWithAnAnswer) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Rng rng(seed);
    for (auto& server : metas) script(server, rng);
    std::deque<Call> calls;
    runFaults(rng, calls);
    for (auto& server : metas) {
      server.stop();
      server.start();
    }
    always(1 + rng.below(3), tableConfig(2, 4));
    Outcome last;
    ask(last, 10s);
    reactor.runFor(10s);
    EXPECT_TRUE(last.result.ok()) << last.result.status();
    EXPECT_EQ(session->outstanding(), 0U);
    if (HasFailure()) break;
  }
  EXPECT_TRUE(reactor.runUntilIdle(1h));
}

}  // namespace
}  // namespace bridle::internal
