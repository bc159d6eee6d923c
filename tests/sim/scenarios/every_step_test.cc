// One exchange, run again and again with a failure at each of its steps.

#include <functional>
#include <string>

#include "world_test.h"

namespace bridle::internal::sim {
namespace {

constexpr Duration kOutage = 50ms;
constexpr double kTimeoutMs = 10'000;

// Opens a table, sets, reads, deletes and reads again.
class Exchange {
 public:
  Exchange(SimClient& client, const TableOptions& options) : client_(client) {
    client_.core().openTable("t", options, [this](const absl::StatusOr<TablePtr>& table) {
      results_.push_back(table.status());
      if (!table.ok()) return end();
      table_ = *table;
      set();
    });
  }

  bool ended() const { return ended_; }
  const std::vector<absl::Status>& results() const { return results_; }
  const std::vector<std::optional<std::string>>& values() const { return values_; }

 private:
  void set() {
    client_.start(table_, SetRequest{{"k"}, "v"}, [this](const absl::Status& status) {
      results_.push_back(status);
      get([this] { del(); });
    });
  }
  void get(std::function<void()> then) {
    client_.start(table_, GetRequest{{{"k"}}}, [this, then = std::move(then)](const Value& value) {
      results_.push_back(value.status());
      if (value.ok()) values_.push_back(*value);
      then();
    });
  }
  void del() {
    client_.start(table_, DelRequest{{{"k"}}}, [this](const absl::Status& status) {
      results_.push_back(status);
      get([this] { end(); });
    });
  }
  void end() {
    EXPECT_FALSE(ended_);
    ended_ = true;
  }

  SimClient& client_;
  TablePtr table_;
  std::vector<absl::Status> results_;
  std::vector<std::optional<std::string>> values_;
  bool ended_ = false;
};

struct Failure {
  const char* name;
  std::function<void(World&)> happen;
  bool passes = true;
};

void resetAll(World& world) {
  world.network().resetLinks(SimRoute::all());
}

void refuseForAWhile(World& world) {
  world.network().cut(SimRoute::all());
  world.schedule().after(kOutage, [&world] { world.network().healAll(); });
}

void clogForAWhile(World& world) {
  world.network().inject(SimFault::kClog, SimRoute::all());
  world.schedule().after(kOutage, [&world] { world.network().healAll(); });
}

void restartReplicas(World& world) {
  for (int i = 0; i < 3; ++i) world.cluster().stopReplica(i).IgnoreError();
  world.schedule().after(kOutage, [&world] {
    for (int i = 2; i >= 0; --i) world.cluster().startReplica(i).IgnoreError();
  });
}

void stopThePrimary(World& world) {
  const int primary = world.primaryOf("t", 0);
  world.cluster().stopReplica(primary).IgnoreError();
}

void restartMeta(World& world) {
  world.cluster().stopMeta(0).IgnoreError();
  world.schedule().after(kOutage, [&world] { world.cluster().startMeta(0).IgnoreError(); });
}

void movePrimary(World& world) {
  world.cluster().movePrimary("t", 0).IgnoreError();
}

void cutForEver(World& world) {
  world.network().cut(SimRoute::all());
}

void clogForEver(World& world) {
  world.network().inject(SimFault::kClog, SimRoute::all());
}

class EveryStepTest : public testing::TestWithParam<std::tuple<Failure, bool>> {
 protected:
  static constexpr int kNever = -1;

  // How many turns the exchange took; the failure comes before turn `step`.
  int run(int step) {
    World world;
    EXPECT_THAT(world.createTable("t", 1), IsOk());
    const auto& [failure, hedged] = GetParam();
    SimClient client(world, {.operation_timeout_ms = kTimeoutMs});
    Exchange exchange(client, {.backup_request_ms = hedged ? 0.05 : 0});
    int turns = 0;
    while (!exchange.ended() && (step == kNever || turns < step)) {
      EXPECT_TRUE(world.reactor().step());
      ++turns;
    }
    if (step != kNever) failure.happen(world);
    EXPECT_TRUE(world.reactor().runUntil([&] { return exchange.ended(); }, 1min));
    checkEnd(exchange, step == kNever || failure.passes);
    checkRest(world, client);
    return turns;
  }

  static void checkEnd(const Exchange& exchange, bool all_good) {
    if (!all_good) return;
    ASSERT_EQ(exchange.results().size(), 5U);
    for (const absl::Status& status : exchange.results()) EXPECT_THAT(status, IsOk());
    ASSERT_EQ(exchange.values().size(), 2U);
    EXPECT_EQ(exchange.values()[0], "v");
    EXPECT_EQ(exchange.values()[1], std::nullopt);
  }

  static void checkRest(World& world, SimClient& client) {
    EXPECT_TRUE(world.reactor().runUntilIdle(1h));
    EXPECT_EQ(client.core().shard(0).sessions.outstanding(), 0U);
    client.close();
    world.network().healAll();
    EXPECT_TRUE(world.reactor().runUntilIdle(1h));
    EXPECT_EQ(world.network().links(), 0U);
  }
};

TEST_P(EveryStepTest, EndsWell) {
  const int turns = run(kNever);
  ASSERT_GT(turns, 20);
  for (int step = 0; step <= turns; ++step) {
    SCOPED_TRACE(text("failing before turn ", step, " of ", turns));
    run(step);
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Failures, EveryStepTest,
    testing::Combine(testing::Values(Failure{"ResetLinks", resetAll},
                                     Failure{"RefusedForAWhile", refuseForAWhile},
                                     Failure{"CloggedForAWhile", clogForAWhile},
                                     Failure{"ReplicasRestart", restartReplicas},
                                     Failure{"PrimaryDies", stopThePrimary},
                                     Failure{"MetaRestarts", restartMeta},
                                     Failure{"PrimaryMoves", movePrimary},
                                     Failure{"CutForEver", cutForEver, false},
                                     Failure{"CloggedForEver", clogForEver, false}),
                     testing::Bool()),
    [](const auto& test) {
      return std::string(std::get<0>(test.param).name) +
             (std::get<1>(test.param) ? "WithBackupRequests" : "");
    });

}  // namespace
}  // namespace bridle::internal::sim
