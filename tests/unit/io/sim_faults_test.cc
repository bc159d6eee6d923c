#include <algorithm>
#include <set>
#include <vector>

#include "unit/io/sim_network_fixture.h"

namespace bridle::internal {
namespace {

using SimFaultsTest = SimNetworkTest;

TEST_F(SimFaultsTest, ACutResetsLinksAndRefusesDialsUntilHealed) {
  LinkRecorder link, other;
  LinkRecorder& peer = open(link);
  open(other, kOtherServer);
  link.write("lost");
  network_.cut(SimRoute::toServer(kServer));
  EXPECT_FALSE(link.closed);  // told in the next turn
  reactor_.runFor(1ms);
  ASSERT_TRUE(link.closed && peer.closed);
  EXPECT_THAT(*link.closed, FailsWith(StatusCode::kUnavailable,
                                      "connection to 10.0.0.2:34801 reset by the peer"));
  EXPECT_EQ(peer.received, "");
  EXPECT_FALSE(other.closed);

  LinkRecorder refused;
  refused.dial(client_, kServer);
  reactor_.runFor(2ms);
  ASSERT_TRUE(refused.closed);
  EXPECT_THAT(*refused.closed, FailsWith(StatusCode::kUnavailable, HasSubstr("refused")));

  network_.heal(SimFault::kRefuseDials, SimRoute::toServer(kServer));
  LinkRecorder again;
  open(again);
}

TEST_F(SimFaultsTest, ACloggedRouteDeliversEverythingOnceHealed) {
  LinkRecorder link;
  LinkRecorder& peer = open(link);
  network_.inject(SimFault::kClog, SimRoute::fromServer(kServer));
  peer.write("one ");
  link.write("the other way is free");
  reactor_.runFor(1s);
  EXPECT_EQ(link.received, "");
  EXPECT_EQ(peer.drained, 1);
  EXPECT_EQ(peer.received, "the other way is free");
  peer.write("two");
  network_.heal(SimFault::kClog, SimRoute::fromServer(kServer));
  reactor_.runFor(1ms);
  EXPECT_EQ(link.received, "one two");
}

TEST_F(SimFaultsTest, ACloggedRouteAcceptsNoMoreThanItsWindow) {
  LinkRecorder link;
  LinkRecorder& peer = open(link);
  network_.inject(SimFault::kClog, SimRoute::toServer(kServer));
  const std::string megabyte(1 << 20, 'x');
  link.write(megabyte);
  reactor_.runFor(1s);
  EXPECT_EQ(link.drained, 1);
  link.write("one byte too many");
  reactor_.runFor(1s);
  EXPECT_EQ(link.drained, 1);
  network_.healAll();
  reactor_.runFor(1ms);
  EXPECT_EQ(link.drained, 2);
  EXPECT_EQ(peer.received.size(), megabyte.size() + 17);
}

TEST_F(SimFaultsTest, AResetPassesAClog) {
  LinkRecorder link;
  open(link);
  network_.inject(SimFault::kClog, SimRoute::all());
  network_.resetLinks(SimRoute::all());
  reactor_.runFor(1ms);
  EXPECT_TRUE(link.closed);
}

TEST_F(SimFaultsTest, AnIgnoredDialIsNeverAnswered) {
  network_.inject(SimFault::kIgnoreDials, SimRoute::toServer(kServer));
  LinkRecorder link;
  link.dial(client_, kServer);
  EXPECT_TRUE(reactor_.runUntilIdle(1h));
  EXPECT_FALSE(link.opened || link.closed);
}

TEST_F(SimFaultsTest, FaultsOnOverlappingRoutesAddUp) {
  network_.inject(SimFault::kRefuseDials, SimRoute::all());
  network_.inject(SimFault::kRefuseDials, SimRoute::toServer(kServer));
  network_.heal(SimFault::kRefuseDials, SimRoute::toServer(kServer));
  LinkRecorder link;
  link.dial(client_, kServer);
  reactor_.runFor(2ms);
  EXPECT_TRUE(link.closed);
}

TEST_F(SimFaultsTest, AFaultMayHoldForOneHostOnly) {
  const Endpoint client_end{kClientHost, 0};
  network_.inject(SimFault::kRefuseDials, {client_end, kServer});
  LinkRecorder mine, others;
  mine.dial(client_, kServer);
  others.dial(network_.host(kOtherServer.ipv4), kServer);
  reactor_.runFor(2ms);
  EXPECT_TRUE(mine.closed);
  EXPECT_TRUE(others.opened);
}

TEST_F(SimFaultsTest, TheMostExactPathHolds) {
  const Endpoint client_end{kClientHost, 0};
  network_.setPath(SimRoute::fromServer(kServer), {.delay = SimDelay::fixed(5ms)});
  network_.setPath({kServer, client_end}, {.delay = SimDelay::fixed(9ms)});
  LinkRecorder mine, others;
  mine.dial(client_, kServer);
  others.dial(network_.host(kOtherServer.ipv4), kServer);
  reactor_.runFor(6ms);
  EXPECT_TRUE(others.opened);
  EXPECT_FALSE(mine.opened);
  reactor_.runFor(4ms);
  EXPECT_TRUE(mine.opened);
}

TEST_F(SimFaultsTest, WritesMayResetALink) {
  LinkRecorder link;
  LinkRecorder& peer = open(link);
  network_.setPath(SimRoute::toServer(kServer), {.reset_chance = 1});
  link.write("lost");
  EXPECT_FALSE(link.closed);
  reactor_.runFor(1ms);
  EXPECT_TRUE(link.closed && peer.closed);
  EXPECT_EQ(peer.received, "");
  network_.healAll();
  LinkRecorder again;
  open(again).link.reset();
}

TEST_F(SimFaultsTest, ABlackHoleSwallowsTheRestOfALinksBytes) {
  LinkRecorder link;
  LinkRecorder& peer = open(link);
  network_.setPath(SimRoute::toServer(kServer), {.black_hole_chance = 1});
  link.write("lost");
  network_.healAll();
  link.write("lost as well");
  link.link.reset();
  EXPECT_TRUE(reactor_.runUntilIdle(1h));
  EXPECT_EQ(peer.received, "");
  EXPECT_FALSE(peer.closed);
}

TEST(SimDelayTest, DrawsFromItsDistribution) {
  Rng rng(7);
  std::vector<Duration> drawn;
  const SimDelay delay = SimDelay::logNormal(10ms, 1.0).withStalls(0.01, 1s);
  for (int i = 0; i < 20'000; ++i) drawn.push_back(delay.draw(rng));
  std::sort(drawn.begin(), drawn.end());
  EXPECT_NEAR(toMillis(drawn[10'000]), 10, 1);
  EXPECT_NEAR(toMillis(drawn[18'000]), 10 * 3.6, 5);  // e^1.28
  const auto stalled = drawn.end() - std::lower_bound(drawn.begin(), drawn.end(), Duration(1s));
  EXPECT_NEAR(static_cast<double>(stalled), 200, 60);

  const SimDelay even = SimDelay::uniform(2ms, 4ms);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_THAT(even.draw(rng), testing::AllOf(testing::Ge(2ms), testing::Le(4ms)));
  }
  EXPECT_EQ(SimDelay::fixed(3ms).draw(rng), 3ms);
}

// When which piece arrived, of a talk over a network that does everything at random.
class RandomTalk : public SimNetworkTest {
 public:
  explicit RandomTalk(std::uint64_t seed) : SimNetworkTest(seed) {}

  std::vector<std::pair<TimePoint, std::size_t>> run() {
    network_.setPath(SimRoute::all(), {.delay = SimDelay::logNormal(1ms, 1),
                                       .reset_chance = 0.01,
                                       .black_hole_chance = 0.01,
                                       .max_piece = 50});
    listener_.greet = [this](LinkRecorder& peer) {
      peer.on_bytes = [&] { trace_.emplace_back(reactor_.now(), peer.received.size()); };
    };
    for (int i = 0; i < 20; ++i) {
      LinkRecorder link;
      link.on_open = [&] { link.write(std::string(200, 'x')); };
      link.dial(client_, kServer);
      reactor_.runFor(20ms);
    }
    return trace_;
  }

 private:
  void TestBody() override {}
  std::vector<std::pair<TimePoint, std::size_t>> trace_;
};

TEST(SimSeedTest, TheSameSeedRepeatsARunAndAnotherDoesNot) {
  const auto trace = RandomTalk(1).run();
  EXPECT_GT(trace.size(), 50U);
  EXPECT_EQ(trace, RandomTalk(1).run());
  EXPECT_NE(trace, RandomTalk(2).run());
}

}  // namespace
}  // namespace bridle::internal
