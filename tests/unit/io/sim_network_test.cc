#include "io/sim_network.h"

#include <set>

#include "unit/io/sim_network_fixture.h"

namespace bridle::internal {
namespace {

TEST_F(SimNetworkTest, ADialTakesOneRoundTrip) {
  LinkRecorder link;
  link.dial(client_, kServer);
  EXPECT_FALSE(link.opened);  // never from inside the call
  reactor_.runFor(1ms);
  ASSERT_EQ(listener_.accepted.size(), 1U);
  EXPECT_FALSE(link.opened);
  reactor_.runFor(1ms);
  EXPECT_TRUE(link.opened);
  EXPECT_EQ(link.link->peer(), kServer);
  EXPECT_EQ(listener_.accepted[0]->link->peer().ipv4, kClientHost);
}

TEST_F(SimNetworkTest, BytesArriveInOrderAfterTheDelay) {
  LinkRecorder link;
  LinkRecorder& peer = open(link);
  link.write("one ");
  reactor_.runFor(500us);
  EXPECT_EQ(link.drained, 1);
  link.write("two");
  reactor_.runFor(500us);
  EXPECT_EQ(peer.received, "one ");
  reactor_.runFor(500us);
  EXPECT_EQ(peer.received, "one two");
  peer.write("answer");
  reactor_.runFor(1ms);
  EXPECT_EQ(link.received, "answer");
}

TEST_F(SimNetworkTest, WriteLeavesAnEmptyBuffer) {
  LinkRecorder link;
  open(link);
  std::string bytes = "frame";
  link.link->write(bytes);
  EXPECT_EQ(bytes, "");
}

TEST_F(SimNetworkTest, WithRandomDelaysTheBytesOfALinkStayInOrder) {
  network_.setPath(SimRoute::all(), {.delay = SimDelay::uniform(0ms, 50ms)});
  LinkRecorder link;
  link.dial(client_, kServer);
  reactor_.runFor(100ms);
  std::string expected;
  for (char c = 'a'; c <= 'z'; ++c) {
    link.write(std::string(1, c));
    expected += c;
  }
  reactor_.runFor(50ms);
  EXPECT_EQ(listener_.accepted[0]->received, expected);
}

TEST_F(SimNetworkTest, AWriteMayArriveInPieces) {
  network_.setPath(SimRoute::toServer(kServer), {.delay = SimDelay::fixed(1ms), .max_piece = 10});
  LinkRecorder link;
  LinkRecorder& peer = open(link);
  const std::string message(200, 'x');
  link.write(message);
  reactor_.runFor(1ms);
  EXPECT_EQ(peer.received, message);
  EXPECT_THAT(peer.pieces, testing::Each(testing::AllOf(testing::Ge(1U), testing::Le(10U))));
  EXPECT_GT(std::set(peer.pieces.begin(), peer.pieces.end()).size(), 3U);
}

TEST_F(SimNetworkTest, NobodyListeningIsConnectionRefused) {
  port_.reset();
  LinkRecorder link;
  link.dial(client_, kServer);
  reactor_.runFor(2ms);
  EXPECT_FALSE(link.opened);
  ASSERT_TRUE(link.closed);
  EXPECT_THAT(*link.closed,
              FailsWith(StatusCode::kUnavailable, "connect to 10.0.0.2:34801: connection refused"));
}

TEST_F(SimNetworkTest, AListenerMayDeclineALink) {
  listener_.refusing = true;
  LinkRecorder link;
  link.dial(client_, kServer);
  reactor_.runFor(2ms);
  EXPECT_TRUE(link.opened);
  reactor_.runFor(1ms);
  ASSERT_TRUE(link.closed);
  EXPECT_THAT(*link.closed, FailsWith(StatusCode::kUnavailable, HasSubstr("closed by the peer")));
}

TEST_F(SimNetworkTest, AServerMaySpeakFirst) {
  listener_.greet = [](LinkRecorder& accepted) { accepted.write("hello"); };
  LinkRecorder link;
  open(link);
  EXPECT_EQ(link.received, "hello");
  EXPECT_EQ(listener_.accepted[0]->drained, 1);
}

TEST_F(SimNetworkTest, DestroyingALinkClosesItAfterWhatItWrote) {
  LinkRecorder link;
  LinkRecorder& peer = open(link);
  link.write("last words");
  link.link.reset();
  reactor_.runFor(1ms);
  EXPECT_EQ(peer.received, "last words");
  ASSERT_TRUE(peer.closed);
  EXPECT_THAT(*peer.closed, FailsWith(StatusCode::kUnavailable, HasSubstr("closed by the peer")));
  EXPECT_EQ(link.drained, 0);  // its user hears nothing more
  EXPECT_FALSE(link.closed);
}

TEST_F(SimNetworkTest, ALinkMayBeDestroyedInAnyCallback) {
  for (const auto reaction : {&LinkRecorder::on_open, &LinkRecorder::on_bytes,
                              &LinkRecorder::on_drained, &LinkRecorder::on_closed}) {
    LinkRecorder link;
    link.*reaction = [&] { link.link.reset(); };
    link.dial(client_, kServer);
    reactor_.runFor(2ms);
    if (link.link != nullptr) link.write("question");
    listener_.accepted.back()->on_bytes = [&] { listener_.accepted.back()->write("answer"); };
    reactor_.runFor(2ms);
    if (link.link != nullptr) network_.resetLinks(SimRoute::toServer(kServer));
    reactor_.runFor(2ms);
    EXPECT_EQ(link.link, nullptr);
    listener_.accepted.clear();
    EXPECT_TRUE(reactor_.runUntilIdle(1s));
    EXPECT_EQ(network_.links(), 0U);
  }
}

TEST_F(SimNetworkTest, ADialGivenUpLeavesNothingBehind) {
  {
    LinkRecorder link;
    link.dial(client_, kServer);
  }
  EXPECT_TRUE(reactor_.runUntilIdle(1s));
  EXPECT_TRUE(listener_.accepted.empty());
  EXPECT_EQ(network_.links(), 0U);
  EXPECT_EQ(reactor_.timers(), 0U);
}

TEST_F(SimNetworkTest, CountsLinksAndPorts) {
  LinkRecorder link;
  open(link);
  EXPECT_EQ(network_.links(), 2U);
  EXPECT_EQ(network_.ports(), 2U);
  port_.reset();
  EXPECT_EQ(network_.ports(), 1U);
  listener_.accepted.clear();
  EXPECT_EQ(network_.links(), 1U);
}

TEST_F(SimNetworkTest, AnAddressInUseSaysWhatToDo) {
  EXPECT_THAT(network_.host(kServer.ipv4).listen(kServer, listener_),
              FailsWith(StatusCode::kUnavailable,
                        "listen on 10.0.0.2:34801: address in use; stop the program that has it or "
                        "choose another port"));
}

TEST_F(SimNetworkTest, PicksAHostAndAPortIfNoneIsAskedFor) {
  const auto port = network_.host(kClientHost).listen({}, listener_);
  ASSERT_TRUE(port.ok());
  EXPECT_EQ((*port)->local().ipv4, kClientHost);
  EXPECT_NE((*port)->local().port, 0);
}

}  // namespace
}  // namespace bridle::internal
