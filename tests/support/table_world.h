#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "io/sim_network.h"
#include "io/sim_reactor.h"
#include "support/fake_meta.h"
#include "support/fake_replica.h"
#include "support/test_call.h"
#include "table/table_handler.h"

namespace bridle::test {

using namespace std::chrono_literals;

// One table on one loop in virtual time: its handler, three scripted replicas and a meta. The
// network has no delay, so that each moment is exact. When it is open, sessions are connected, and
// each server has answered something before, as those of a running table have.
class TableWorld {
 public:
  struct Options {
    internal::Duration backup_delay = 10ms;
    double backup_max_ratio = 1;
    std::uint64_t seed = 1;
  };

  explicit TableWorld(const Options& options) : options_(options) {
    network.setPath(internal::SimRoute::all(), {.delay = internal::SimDelay::fixed(0ms)});
    meta.partitions = {{.primary = p.address(), .secondaries = {s1.address(), s2.address()}}};
  }
  TableWorld() : TableWorld(Options()) {}
  ~TableWorld() {
    if (handler_.has_value()) handler_->close(ErrorCode::kClosed, "the client is closed");
  }

  // Before the first call; earlier, what is to be otherwise from the start can be set.
  void open() {
    meta.on_routes = [this](const FakeMeta::Routes& routes) { handler_->onRoutes(routes); };
    handler_.emplace(reactor, sessions, meta,
                     internal::TableSettings{.name = "temp",
                                             .backup_delay = options_.backup_delay,
                                             .backup_max_ratio = options_.backup_max_ratio,
                                             .seed = options_.seed},
                     meta.routes());
    reactor.runFor(0ms);
    warmUp();
    opened_at_ = reactor.now();
  }

  // A call with its own defaults; not started.
  TestCall& make(const TestOp& op, internal::Duration time_out = 1s, std::uint64_t cancel_id = 0,
                 std::string_view hash_key = "user1", std::uint64_t hash = kHash) {
    const internal::TimePoint now = reactor.now();
    calls_.push_back(std::make_unique<TestCall>(
        handler(), reactor,
        internal::Call::Request{
            .spec = op.spec,
            .args = "args",
            .hash_key = hash_key,
            .hash = hash,
            .started = now,
            .plan = {.idempotent = op.spec.idempotent,
                     .backup_delay = op.spec.hedgeable ? options_.backup_delay : 0ms,
                     .deadline = now + time_out},
            .cancel_id = cancel_id},
        op.decode));
    return *calls_.back();
  }

  TestCall& start(const TestOp& op, internal::Duration time_out = 1s, std::uint64_t cancel_id = 0) {
    TestCall& call = make(op, time_out, cancel_id);
    call.run();
    return call;
  }

  // Starts it and waits for its end.
  TestCall& run(const TestOp& op, internal::Duration time_out = 1s) {
    TestCall& call = start(op, time_out);
    reactor.runUntil([&call] { return call.ends > 0; }, time_out + 1s);
    return call;
  }

  internal::TableHandler& handler() { return *handler_; }
  const internal::TableCounters& counters() const { return handler_->counters(); }
  internal::Duration sinceOpen(internal::TimePoint at) const { return at - opened_at_; }

  // Everything has ended once and left nothing behind.
  void expectQuiet() {
    EXPECT_EQ(handler_->liveCalls(), 0U);
    EXPECT_EQ(sessions.outstanding(), 0U);
    EXPECT_TRUE(reactor.runUntilIdle(1h)) << "a timer is left";
    for (const auto& call : calls_) EXPECT_EQ(call->ends, 1);
    const internal::TableCounters& seen = counters();
    EXPECT_EQ(seen.backup_sent.get(),
              seen.backup_won.get() + seen.backup_lost.get() + seen.backup_failed.get());
    std::uint64_t ends = seen.ok.get();
    for (const internal::Counter& errors : seen.errors) ends += errors.get();
    EXPECT_EQ(seen.reads.get() + seen.writes.get(), ends);
    EXPECT_EQ(ends, calls_.size());
  }

  static constexpr std::uint64_t kHash = 0x3377857006524257;
  static constexpr std::uint32_t kClient = 0x0a000001;

  internal::SimReactor reactor;
  internal::SimNetwork network{reactor, 1};
  FakeReplica p{network, {0x0a000002, 34801}, "P"};
  FakeReplica s1{network, {0x0a000003, 34801}, "S1"};
  FakeReplica s2{network, {0x0a000004, 34801}, "S2"};
  FakeMeta meta{reactor};
  internal::SessionMap sessions{network.host(kClient),
                                {.connect_timeout = 1s, .reset_after = 10s, .seed = 1}};

 private:
  struct Nobody final : internal::ReplyUser {
    void onReply(const internal::wire::Reply&) override {}
    void onLost(internal::Delivery, const absl::Status&) override {}
  };

  void warmUp() {
    Nobody nobody;
    for (FakeReplica* const replica : {&p, &s1, &s2}) {
      internal::ReplicaSession& session = sessions.at(replica->address());
      if (session.ready()) static_cast<void>(session.send({{}, kGet.spec.rpc, "args"}, nobody));
      EXPECT_TRUE(reactor.runUntil([&session] { return session.outstanding() == 0; }, 1s));
      replica->forgetRequests();
    }
  }

  const Options options_;
  internal::TimePoint opened_at_;
  std::deque<std::unique_ptr<TestCall>> calls_;
  std::optional<internal::TableHandler> handler_;
};

}  // namespace bridle::test
