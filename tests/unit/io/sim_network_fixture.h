#pragma once

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "io/sim_network.h"
#include "support/link_recorder.h"
#include "support/status_matchers.h"

namespace bridle::internal {

using namespace std::chrono_literals;
using absl::StatusCode;
using test::FailsWith;
using test::LinkRecorder;
using test::ListenerRecorder;
using testing::ElementsAre;
using testing::HasSubstr;

inline constexpr std::uint32_t kClientHost = 0x0a000001;  // 10.0.0.1
inline constexpr Endpoint kServer{0x0a000002, 34801};
inline constexpr Endpoint kOtherServer{0x0a000003, 34801};

// A client and two servers, 1 ms apart.
class SimNetworkTest : public testing::Test {
 protected:
  explicit SimNetworkTest(std::uint64_t seed = 1) : network_(reactor_, seed) {
    network_.setPath(SimRoute::all(), {.delay = SimDelay::fixed(1ms)});
    port_ = listen(kServer, listener_);
    other_port_ = listen(kOtherServer, other_listener_);
  }

  std::unique_ptr<ListeningPort> listen(const Endpoint& at, LinkListener& listener) {
    return *network_.host(at.ipv4).listen(at, listener);
  }

  // Leaves `link` open, with the end that was accepted for it.
  LinkRecorder& open(LinkRecorder& link, const Endpoint& server = kServer) {
    link.dial(client_, server);
    reactor_.runFor(2ms);
    EXPECT_TRUE(link.opened);
    return *(server == kServer ? listener_ : other_listener_).accepted.back();
  }

  SimReactor reactor_;
  SimNetwork network_;
  Network& client_ = network_.host(kClientHost);
  ListenerRecorder listener_;
  ListenerRecorder other_listener_;
  std::unique_ptr<ListeningPort> port_;
  std::unique_ptr<ListeningPort> other_port_;
};

}  // namespace bridle::internal
