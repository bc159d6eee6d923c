#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/rng.h"
#include "support/table_world.h"

// Random answers, faults, moves and cancellations, repeatable by their seed.
namespace bridle::internal {
namespace {

using test::Answer;
using test::does;
using test::error;
using test::good;
using test::TableWorld;
using test::TestCall;
using test::TestOp;
using namespace std::chrono_literals;

class Chaos {
 public:
  explicit Chaos(std::uint64_t seed)
      : rng_(seed), world_({.backup_max_ratio = rng_.chance(0.5) ? 1 : 0.1, .seed = seed}) {
    world_.meta.answers_after = 3ms;
    world_.open();
  }

  void run() {
    for (int i = 0; i < 150; ++i) {
      something();
      for (std::uint64_t n = rng_.below(4); n > 0; --n) startCall();
      world_.reactor.runFor(Duration(static_cast<Duration::rep>(rng_.below(6'000'000))));
    }
    if (rng_.chance(0.5)) world_.reactor.runFor(1s);
    world_.handler().close(ErrorCode::kClosed, "the client is closed");
    world_.network.healAll();
    for (const TestCall* call : calls_) check(*call);
    world_.expectQuiet();
  }

 private:
  void startCall() {
    static constexpr const TestOp* kOps[] = {&test::kGet, &test::kGet, &test::kSet, &test::kIncr};
    static constexpr Duration kTimeOuts[] = {1ms, 10ms, 50ms, 400ms};
    TestCall& call = world_.start(*kOps[rng_.below(4)], kTimeOuts[rng_.below(4)], ++last_id_);
    calls_.push_back(&call);
    if (rng_.chance(0.1)) {
      call.on_end = [this, victim = 1 + rng_.below(last_id_)] { world_.handler().cancel(victim); };
    }
  }

  void something() {
    switch (rng_.below(10)) {
      case 0:
        return move();
      case 1:
        return replica().breakConnections();
      case 2:
        replica().stop();
        return;
      case 3:
        return world_.handler().cancel(1 + rng_.below(last_id_ + 1));
      case 4:
        return world_.network.inject(SimFault::kClog, SimRoute::toServer(replica().address()));
      case 5:
        return world_.network.healAll();
      default:
        for (auto* any : {&world_.p, &world_.s1, &world_.s2}) {
          if (rng_.chance(0.3)) any->start();
        }
        replica().answers({answer(), answer(), answer()});
    }
  }

  void move() {
    std::vector<Endpoint> places = {world_.p.address(), world_.s1.address(), world_.s2.address()};
    std::swap(places[0], places[rng_.below(3)]);
    world_.meta.partitions = {{.primary = places[0], .secondaries = {places[1], places[2]}}};
    if (rng_.chance(0.2)) world_.meta.partitions.front().primary = {};
    if (rng_.chance(0.5)) world_.meta.tell();
  }

  test::FakeReplica& replica() {
    test::FakeReplica* const all[] = {&world_.p, &world_.s1, &world_.s2};
    return *all[rng_.below(3)];
  }

  Answer answer() {
    static constexpr const char* kErrors[] = {"ERR_BUSY",      "ERR_INVALID_STATE", "ERR_TIMEOUT",
                                              "ERR_SPLITTING", "ERR_ACL_DENY",      "ERR_NEW"};
    const Duration after = Duration(static_cast<Duration::rep>(rng_.below(30'000'000)));
    if (rng_.chance(0.4)) return good(after);
    if (rng_.chance(0.5)) return error(kErrors[rng_.below(6)], after);
    return does(static_cast<Answer::Kind>(3 + rng_.below(5)), after);
  }

  static void check(const TestCall& call) {
    ASSERT_EQ(call.ends, 1);
    EXPECT_LE(call.ended_at, call.request().plan.deadline);
    if (call.status.ok()) return;
    const auto info = errorInfo(call.status);
    ASSERT_TRUE(info.has_value()) << call.status;
    EXPECT_LE(info->attempts, limits::kMaxAttempts);
    EXPECT_LE(info->backups, call.request().spec.hedgeable ? 1 : 0);
    EXPECT_FALSE(call.request().spec.read && info->may_have_executed);
    EXPECT_FALSE(info->code == ErrorCode::kOutcomeUnknown && !info->may_have_executed);
  }

  Rng rng_;
  TableWorld world_;
  std::vector<TestCall*> calls_;
  std::uint64_t last_id_ = 0;
};

TEST(TableChaos, EachCallEndsOnceInTimeAndLeavesNothingBehind) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Chaos(seed).run();
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace bridle::internal
