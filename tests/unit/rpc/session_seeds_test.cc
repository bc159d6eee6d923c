#include <deque>
#include <set>
#include <string>

#include "base/rng.h"
#include "unit/rpc/session_fixture.h"

namespace bridle::internal {
namespace {

using test::Caller;
using namespace std::chrono_literals;

// A session under faults drawn from one seed. What must hold whatever happens: each request ends
// once or is forgotten, gets its own reply, and was never seen by the server if it is said not to
// have been sent.
class SessionWorld {
 public:
  explicit SessionWorld(std::uint64_t seed) : rng_(seed), network_(reactor_, seed) {
    server_.script = [this](const auto& request) { onRequest(request); };
    network_.setPath(SimRoute::all(), {.delay = SimDelay::uniform(50us, 3ms),
                                       .reset_chance = 0.01,
                                       .black_hole_chance = 0.002,
                                       .max_piece = 1 + rng_.below(200)});
  }

  void run(int steps) {
    for (int i = 0; i < steps; ++i) {
      step();
      reactor_.runFor(rng_.chance(0.02) ? Duration(2s) : Duration(rng_.below(2'000'000)));
    }
    network_.healAll();
    server_.start();
    for (Request& request : requests_) giveUp(request);
    EXPECT_EQ(session_.outstanding(), 0U);
    reactor_.runFor(2s);
    for (const Request& request : requests_) check(request);
    EXPECT_TRUE(answersAgain());
    EXPECT_TRUE(reactor_.runUntilIdle(1h));
  }

 private:
  struct Request {
    Caller caller;
    std::string args;
    std::optional<Ticket> ticket;       // nothing: refused by send()
    std::optional<Delivery> forgotten;  // what forget() said
  };

  void onRequest(const test::ScriptedServer::Request& request) {
    seen_.insert(request.args);
    if (rng_.chance(0.9)) server_.echo(request);
  }

  void step() {
    const double what = rng_.uniform();
    if (what < 0.8) {
      send();
    } else if (what < 0.95) {
      if (!requests_.empty()) giveUp(requests_[rng_.below(requests_.size())]);
    } else if (what < 0.96) {
      network_.inject(SimFault::kClog, SimRoute::toServer(kServer));
    } else if (what < 0.97) {
      network_.inject(SimFault::kIgnoreDials, SimRoute::all());
    } else if (what < 0.98) {
      server_.stop();
    } else {
      network_.healAll();
      server_.start();
    }
  }

  void send() {
    Request& request = requests_.emplace_back();
    request.args = std::to_string(requests_.size()) + std::string(rng_.below(400), '.');
    const auto ticket = session_.send({{}, test::kRpc, request.args}, request.caller);
    EXPECT_EQ(request.caller.ends, 0);
    if (ticket.ok()) request.ticket = *ticket;
  }

  void giveUp(Request& request) {
    const bool open = request.ticket && request.caller.ends == 0 && !request.forgotten;
    if (open) request.forgotten = session_.forget(*request.ticket);
  }

  void check(const Request& request) const {
    const bool had_an_end = request.ticket && !request.forgotten;
    EXPECT_EQ(request.caller.ends, had_an_end ? 1 : 0) << request.args;
    const bool not_sent = !request.ticket || request.forgotten == Delivery::kNotSent ||
                          request.caller.lost == Delivery::kNotSent;
    EXPECT_FALSE(not_sent && seen_.contains(request.args)) << request.args;
    if (request.caller.error.has_value()) {
      EXPECT_EQ(request.caller.result, request.args);
    }
  }

  bool answersAgain() {
    server_.script = [this](const auto& request) { server_.echo(request); };
    network_.setPath(SimRoute::all(), {});
    for (int i = 0; i < 30; ++i) {
      Caller caller;
      const auto ticket = session_.send({{}, test::kRpc, "again"}, caller);
      reactor_.runFor(1s);
      if (caller.result == "again") return true;
      if (ticket.ok() && caller.ends == 0) session_.forget(*ticket);
    }
    return false;
  }

  static constexpr Endpoint kServer{0x0a000002, 34801};

  Rng rng_;
  SimReactor reactor_;
  SimNetwork network_;
  test::ScriptedServer server_{network_, kServer};
  SessionStats stats_;
  ReplicaSession session_{
      network_.host(1), kServer, {.connect_timeout = 1s, .reset_after = 5s, .seed = 1}, stats_};
  std::deque<Request> requests_;
  std::set<std::string> seen_;
};

TEST(SessionSeedsTest, EachRequestEndsOnceAndNotSentMeansNotSeen) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    SessionWorld(seed).run(400);
    if (testing::Test::HasFailure()) break;
  }
}

}  // namespace
}  // namespace bridle::internal
