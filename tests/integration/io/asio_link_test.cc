#include <sys/socket.h>

#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>

#include "integration/io/asio_fixture.h"
#include "support/allocation_counter.h"

namespace bridle::internal {
namespace {

using boost::asio::ip::tcp;

// A peer without a loop, for what a Link never does.
class RawPeer {
 public:
  explicit RawPeer(const Endpoint& to) { socket_.connect(toAsio(to)); }
  RawPeer(tcp::acceptor& from) : socket_(from.accept()) {}

  void reset() {
    socket_.set_option(boost::asio::socket_base::linger(true, 0));
    socket_.close();
  }
  tcp::socket& socket() { return socket_; }

 private:
  boost::asio::io_context io_;
  tcp::socket socket_{io_};
};

TEST_F(AsioLinkTest, CarriesBytesBothWays) {
  LinkRecorder link;
  LinkRecorder& peer = open(link);
  EXPECT_EQ(link.link->peer(), port_->local());
  EXPECT_EQ(peer.link->peer().ipv4, kLoopback.ipv4);
  peer.on_bytes = [&] { peer.write("echo of " + peer.received); };
  std::string bytes = "a message";
  link.link->write(bytes);
  EXPECT_EQ(bytes, "");
  EXPECT_EQ(link.drained, 0);  // never from inside the call
  EXPECT_TRUE(runUntil([&] { return link.received == "echo of a message"; }));
  EXPECT_EQ(link.drained, 1);
}

TEST_F(AsioLinkTest, AServerMaySpeakFirst) {
  listener_.greet = [](LinkRecorder& accepted) { accepted.write("hello"); };
  LinkRecorder link;
  open(link);
  EXPECT_TRUE(runUntil([&] { return link.received == "hello"; }));
  EXPECT_TRUE(runUntil([&] { return listener_.accepted[0]->drained == 1; }));
}

TEST_F(AsioLinkTest, ALargeWriteWaitsForASlowReader) {
  RawPeer reader(port_->local());
  ASSERT_TRUE(runUntil([&] { return !listener_.accepted.empty(); }));
  LinkRecorder& writer = *listener_.accepted[0];
  std::string sent(std::size_t{8} << 20, '\0');
  for (std::size_t i = 0; i < sent.size(); ++i) sent[i] = static_cast<char>(i * 31 >> 8);
  writer.write(sent);
  runFor(20ms);
  EXPECT_EQ(writer.drained, 0);

  std::string received(sent.size(), '\0');
  for (std::size_t at = 0; at < received.size(); io_.poll()) {
    at += reader.socket().read_some(boost::asio::buffer(received) + at);
  }
  EXPECT_TRUE(received == sent);
  EXPECT_TRUE(runUntil([&] { return writer.drained == 1; }));
}

TEST_F(AsioLinkTest, ALargeWriteIsReadInPieces) {
  LinkRecorder link;
  LinkRecorder& peer = open(link);
  const std::string sent(std::size_t{8} << 20, 'x');
  link.write(sent);
  EXPECT_TRUE(runUntil([&] { return peer.received.size() == sent.size(); }));
  EXPECT_GE(peer.pieces.size(), 128U);  // 64 KiB at most each
}

TEST_F(AsioLinkTest, ARefusedConnectionNamesThePeer) {
  const Endpoint nobody = port_->local();
  port_.reset();
  LinkRecorder link;
  link.dial(*network_, nobody);
  EXPECT_FALSE(link.closed);  // never from inside the call
  ASSERT_TRUE(runUntil([&] { return link.closed.has_value(); }));
  EXPECT_THAT(*link.closed, FailsWith(StatusCode::kUnavailable,
                                      "connect to " + nobody.toString() + ": connection refused"));
  EXPECT_FALSE(link.opened);
}

TEST_F(AsioLinkTest, APeerThatClosesIsTold) {
  LinkRecorder link;
  open(link).link.reset();
  ASSERT_TRUE(runUntil([&] { return link.closed.has_value(); }));
  EXPECT_THAT(*link.closed,
              FailsWith(StatusCode::kUnavailable,
                        "connection to " + port_->local().toString() + " closed by the peer"));
}

TEST_F(AsioLinkTest, AResetIsTold) {
  RawPeer peer(port_->local());
  ASSERT_TRUE(runUntil([&] { return !listener_.accepted.empty(); }));
  LinkRecorder& link = *listener_.accepted[0];
  peer.reset();
  ASSERT_TRUE(runUntil([&] { return link.closed.has_value(); }));
  EXPECT_THAT(*link.closed, FailsWith(StatusCode::kUnavailable, HasSubstr("reset by the peer")));
}

// The write fails before the loop has seen that there is something to read.
TEST_F(AsioLinkTest, AnAnswerSentBeforeAResetIsStillRead) {
  tcp::acceptor acceptor(io_, toAsio(kLoopback));
  LinkRecorder link;
  link.dial(*network_, fromAsio(acceptor.local_endpoint()));
  RawPeer peer(acceptor);
  ASSERT_TRUE(runUntil([&] { return link.opened; }));
  link.write("question");
  ASSERT_TRUE(runUntil([&] { return link.drained == 1; }));
  boost::asio::write(peer.socket(), boost::asio::buffer("answer", 6));
  peer.socket().close();  // a reset, since the question was not read
  link.write("more");
  ASSERT_TRUE(runUntil([&] { return link.closed.has_value(); }));
  EXPECT_EQ(link.drained, 1);
  EXPECT_EQ(link.received, "answer");
  EXPECT_THAT(*link.closed, FailsWith(StatusCode::kUnavailable, HasSubstr("reset by the peer")));
}

TEST_F(AsioLinkTest, WritingToAClosedLinkIsHarmless) {
  LinkRecorder link;
  open(link).link.reset();
  ASSERT_TRUE(runUntil([&] { return link.closed.has_value(); }));
  link.write("too late");
  runFor(5ms);
  EXPECT_EQ(link.drained, 0);
}

TEST_F(AsioLinkTest, ALinkMayBeDestroyedInAnyCallback) {
  for (const auto reaction : {&LinkRecorder::on_open, &LinkRecorder::on_bytes,
                              &LinkRecorder::on_drained, &LinkRecorder::on_closed}) {
    LinkRecorder link;
    link.*reaction = [&] { link.link.reset(); };
    const std::size_t before = listener_.accepted.size();
    link.dial(*network_, port_->local());
    ASSERT_TRUE(runUntil([&] { return link.opened && listener_.accepted.size() > before; }));
    LinkRecorder& peer = *listener_.accepted.back();
    if (link.link != nullptr) link.write("question");
    peer.write("answer");
    runFor(5ms);
    peer.link.reset();
    EXPECT_TRUE(runUntil([&] { return link.link == nullptr; }));
    runFor(1ms);
  }
}

TEST_F(AsioLinkTest, LinksMayBeDestroyedWithOperationsUnderWay) {
  LinkRecorder dialling, reading, writing;
  open(reading);
  open(writing);
  writing.write(std::string(std::size_t{8} << 20, 'x'));
  dialling.dial(*network_, port_->local());
  dialling.link.reset();
  reading.link.reset();
  writing.link.reset();
  runFor(5ms);
  EXPECT_FALSE(dialling.opened || dialling.closed || reading.closed || writing.closed);
}

TEST_F(AsioLinkTest, TheLoopMayBeDestroyedWithHandlersWaiting) {
  LinkRecorder link;
  open(link).write("never read");
  link.link.reset();
  listener_.accepted.clear();
  port_.reset();
  network_.reset();
  reactor_.reset();  // the aborted handlers are still in the queue
}

TEST_F(AsioLinkTest, SteadyTrafficAllocatesNothing) {
  constexpr int kLinks = 8;
  std::vector<std::unique_ptr<LinkRecorder>> links;
  int echoes = 0;
  std::string message(1000, 'x');
  for (int i = 0; i < kLinks; ++i) {
    links.push_back(std::make_unique<LinkRecorder>());
    LinkRecorder& link = *links.back();
    LinkRecorder& peer = open(link);
    for (LinkRecorder* end : {&link, &peer}) {
      end->pieces.reserve(10'000);
      end->on_bytes = [&, end, bytes = std::string()]() mutable {
        ++echoes;
        end->received.clear();
        bytes.assign(message);
        end->link->write(bytes);
      };
    }
    link.write(message);
  }
  ASSERT_TRUE(runUntil([&] { return echoes > 1000; }));
  const std::uint64_t before = test::allocations();
  ASSERT_TRUE(runUntil([&] { return echoes > 10'000; }));
  EXPECT_EQ(test::allocations() - before, 0U);
}

struct Deadline {
  explicit Deadline(std::function<void()> action) : act(std::move(action)) {}
  void onTime(TimePoint) { act(); }
  std::function<void()> act;
  MemberTimer<&Deadline::onTime> timer{*this};
};

// The worst order of things: the timer's handler is in the queue already when the bytes arrive.
TEST_F(AsioLinkTest, AfterAStallBytesAreDeliveredBeforeTimersFire) {
  RawPeer peer(port_->local());
  ASSERT_TRUE(runUntil([&] { return !listener_.accepted.empty(); }));
  LinkRecorder& link = *listener_.accepted[0];
  std::optional<std::string> seen;
  Deadline deadline([&] { seen = link.received; });
  reactor_->arm(deadline.timer, reactor_->now() + 5ms);
  runOnLoop([&] {
    stallFor(20ms);
    runOnLoop([&] { boost::asio::write(peer.socket(), boost::asio::buffer("in time", 7)); });
  });
  ASSERT_TRUE(runUntil([&] { return seen.has_value(); }));
  EXPECT_EQ(*seen, "in time");
}

}  // namespace
}  // namespace bridle::internal
