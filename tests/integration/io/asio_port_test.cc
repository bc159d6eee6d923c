#include <sys/resource.h>
#include <unistd.h>

#include "base/limits.h"
#include "integration/io/asio_fixture.h"

namespace bridle::internal {
namespace {

using AsioPortTest = AsioLinkTest;

TEST_F(AsioPortTest, AnAddressInUseSaysWhatToDo) {
  EXPECT_THAT(
      network_->listen(port_->local(), listener_),
      FailsWith(StatusCode::kUnavailable,
                "listen on " + port_->local().toString() +
                    ": address in use; stop the program that has it or choose another port"));
}

TEST_F(AsioPortTest, AForeignAddressIsRefused) {
  EXPECT_THAT(network_->listen({0xc0000201, 34801}, listener_),  // 192.0.2.1, for documentation
              FailsWith(StatusCode::kUnavailable, HasSubstr("not an address of this machine")));
}

TEST_F(AsioPortTest, TheAddressIsFreeAgainAtOnce) {
  LinkRecorder link;
  open(link);
  const Endpoint address = port_->local();
  port_.reset();
  EXPECT_THAT(network_->listen(address, listener_), test::IsOk());
  EXPECT_FALSE(link.closed);  // accepted links live on
}

TEST_F(AsioPortTest, AllAddressesCanBeListenedOn) {
  const auto port = network_->listen({}, listener_);
  ASSERT_TRUE(port.ok());
  LinkRecorder link;
  link.dial(*network_, {kLoopback.ipv4, (*port)->local().port});
  EXPECT_TRUE(runUntil([&] { return link.opened; }));
}

TEST_F(AsioPortTest, ADeclinedLinkIsClosed) {
  listener_.refusing = true;
  LinkRecorder link;
  link.dial(*network_, port_->local());
  ASSERT_TRUE(runUntil([&] { return link.closed.has_value(); }));
  EXPECT_THAT(*link.closed, FailsWith(StatusCode::kUnavailable, HasSubstr("closed by the peer")));
}

TEST_F(AsioPortTest, MayBeDestroyedWhileItAccepts) {
  listener_.greet = [this](LinkRecorder&) { port_.reset(); };
  LinkRecorder link;
  link.dial(*network_, port_->local());
  EXPECT_TRUE(runUntil([&] { return link.opened && port_ == nullptr; }));
  runFor(5ms);
  EXPECT_FALSE(link.closed);
}

// The process may open no further file while this lives.
class NoFilesLeft {
 public:
  NoFilesLeft() {
    getrlimit(RLIMIT_NOFILE, &before_);
    const int next = dup(0);
    close(next);
    const rlimit none{static_cast<rlim_t>(next), before_.rlim_max};
    setrlimit(RLIMIT_NOFILE, &none);
  }
  ~NoFilesLeft() { setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_{};
};

TEST_F(AsioPortTest, AcceptingGoesOnAfterAShortageOfFileDescriptors) {
  LinkRecorder before;
  open(before);
  boost::asio::ip::tcp::socket peer(io_, boost::asio::ip::tcp::v4());
  {
    const NoFilesLeft none;
    peer.connect(toAsio(port_->local()));
    runFor(limits::kAcceptPause / 2);
    EXPECT_EQ(listener_.accepted.size(), 1U);
  }
  EXPECT_TRUE(runUntil([&] { return listener_.accepted.size() == 2; }));
}

TEST_F(AsioPortTest, ADialWithoutFileDescriptorsFailsAsAnyOther) {
  LinkRecorder before, link;
  open(before);
  {
    const NoFilesLeft none;
    link.dial(*network_, port_->local());
    EXPECT_FALSE(link.closed);
    ASSERT_TRUE(runUntil([&] { return link.closed.has_value(); }));
  }
  EXPECT_THAT(*link.closed, FailsWith(StatusCode::kUnavailable, HasSubstr("too many open files")));
}

// Dialling a port of the range for outgoing connections, where nobody listens, sooner or later
// gets that very port for its own end, and TCP then connects it to itself. Linux walks through the
// even ports first.
TEST_F(AsioPortTest, ADialNeverConnectsToItself) {
  Endpoint nobody = kLoopback;
  nobody.port = static_cast<std::uint16_t>(port_->local().port / 2 * 2);
  port_.reset();
  constexpr int kDials = 20'000;
  int refused = 0;
  LinkRecorder link;
  link.on_closed = [&] {
    if (++refused < kDials) link.dial(*network_, nobody);
  };
  link.dial(*network_, nobody);
  EXPECT_TRUE(runUntil([&] { return refused == kDials || link.opened; }));
  EXPECT_FALSE(link.opened);
}

}  // namespace
}  // namespace bridle::internal
