#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "io/sim_network.h"
#include "io/sim_reactor.h"
#include "rpc/replica_session.h"
#include "unit/rpc/scripted_server.h"

namespace bridle::test {

using namespace std::chrono_literals;

inline constexpr std::string_view kRpc = "RPC_RRDB_RRDB_GET";

// Notes how its request ended.
class Caller final : public internal::ReplyUser {
 public:
  void onReply(const internal::wire::Reply& reply) override {
    ++ends;
    error = reply.error;
    result = std::string(reply.result);
    if (on_end) on_end();
  }
  void onLost(internal::Delivery delivery, const absl::Status& reason) override {
    ++ends;
    lost = delivery;
    why = reason;
    if (on_end) on_end();
  }

  int ends = 0;
  std::optional<internal::wire::ServerError> error;
  std::string result;
  std::optional<internal::Delivery> lost;
  absl::Status why;
  std::function<void()> on_end;
};

// One session to one scripted server, in virtual time.
class SessionFixture : public testing::Test {
 protected:
  static constexpr std::uint32_t kClient = 0x0a000001;
  static constexpr internal::Endpoint kServer{0x0a000002, 34801};

  absl::StatusOr<internal::Ticket> send(Caller& caller, std::string_view args = "args") {
    return session.send({{.app_id = 1, .timeout_ms = 1000}, kRpc, args}, caller);
  }

  void connectNow() {
    session.connect();
    reactor.runFor(1ms);
    ASSERT_TRUE(session.ready());
  }

  // Connected, and the server has proved to be well.
  void answerOnce() {
    server.script = [this](const auto& request) { server.echo(request); };
    Caller caller;
    ASSERT_TRUE(send(caller).ok());
    reactor.runFor(1ms);
    ASSERT_EQ(caller.result, "args");
    server.script = nullptr;
  }

  void expectNothingLeft() {
    EXPECT_EQ(session.outstanding(), 0U);
    EXPECT_TRUE(reactor.runUntilIdle(1h));
  }

  internal::SimReactor reactor;
  internal::SimNetwork network{reactor, 1};
  ScriptedServer server{network, kServer};
  internal::SessionStats stats;
  internal::ReplicaSession session{network.host(kClient),
                                   kServer,
                                   {.connect_timeout = 1s, .reset_after = 10s, .seed = 1},
                                   stats};
};

}  // namespace bridle::test
