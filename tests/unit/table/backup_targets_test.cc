#include "table/backup_targets.h"

#include <gtest/gtest.h>

#include <map>

#include "support/table_world.h"

namespace bridle::internal {
namespace {

using namespace std::chrono_literals;

class BackupTargetsTest : public testing::Test {
 protected:
  void SetUp() override {
    for (auto* replica : {&world.p, &world.s1, &world.s2}) {
      ReplicaSession& session = world.sessions.at(replica->address());
      session.connect();
      partition.secondaries.push_back(&session);
    }
    world.reactor.runFor(0ms);
  }

  ReplicaSession* choose(const ReplicaSession* asked_already = nullptr) {
    return targets.choose(partition, asked_already, world.reactor.now());
  }
  std::map<ReplicaSession*, int> chooseOften(const ReplicaSession* asked_already = nullptr) {
    std::map<ReplicaSession*, int> counts;
    for (int i = 0; i < 3000; ++i) ++counts[choose(asked_already)];
    return counts;
  }
  ReplicaSession& secondary(std::size_t i) { return *partition.secondaries[i]; }

  test::TableWorld world;
  PartitionSessions partition;
  BackupTargets targets{1};
};

TEST_F(BackupTargetsTest, EachSecondaryIsEquallyLikely) {
  const auto counts = chooseOften();
  ASSERT_EQ(counts.size(), 3U);
  for (const auto& [session, count] : counts) EXPECT_NEAR(count, 1000, 120);
}

TEST_F(BackupTargetsTest, TheOneThatIsAskedAlreadyIsLeftOut) {
  const auto counts = chooseOften(&secondary(1));
  EXPECT_EQ(counts.size(), 2U);
  EXPECT_FALSE(counts.contains(&secondary(1)));
}

TEST_F(BackupTargetsTest, WithoutSecondariesThereIsNone) {
  partition.secondaries.clear();
  EXPECT_EQ(choose(), nullptr);
}

TEST_F(BackupTargetsTest, AnUnconnectedOneIsPassedOverAndDialled) {
  world.s1.breakConnections();
  world.reactor.runFor(20ms);  // no longer than it is not dialled again
  ASSERT_FALSE(secondary(1).ready());
  for (int i = 0; i < 20; ++i) EXPECT_NE(choose(), &secondary(1));
  world.reactor.runFor(0ms);
  EXPECT_TRUE(secondary(1).ready());
}

TEST_F(BackupTargetsTest, ABusyOneIsSparedForATimeThatDoubles) {
  Duration pause = limits::kBusyFirstPause;
  for (int i = 0; i < 8; ++i) {
    targets.onBusy(secondary(0), world.reactor.now());
    world.reactor.runFor(pause - 1ns);
    EXPECT_FALSE(chooseOften().contains(&secondary(0))) << i;
    world.reactor.runFor(1ns);
    EXPECT_TRUE(chooseOften().contains(&secondary(0))) << i;
    pause = std::min<Duration>(2 * pause, limits::kBusyMaxPause);
  }
}

TEST_F(BackupTargetsTest, FurtherBusyAnswersWithinAPauseDoNotLengthenIt) {
  for (int i = 0; i < 100; ++i) targets.onBusy(secondary(0), world.reactor.now());
  world.reactor.runFor(limits::kBusyFirstPause);
  EXPECT_TRUE(chooseOften().contains(&secondary(0)));
}

TEST_F(BackupTargetsTest, AGoodAnswerEndsThePause) {
  targets.onBusy(secondary(0), world.reactor.now());
  targets.onGood(secondary(0));
  EXPECT_TRUE(chooseOften().contains(&secondary(0)));
  targets.onBusy(secondary(0), world.reactor.now());
  world.reactor.runFor(limits::kBusyFirstPause);
  EXPECT_TRUE(chooseOften().contains(&secondary(0)));
}

TEST_F(BackupTargetsTest, WithAllBusyThereIsNone) {
  for (std::size_t i = 0; i < 3; ++i) targets.onBusy(secondary(i), world.reactor.now());
  EXPECT_EQ(choose(), nullptr);
}

}  // namespace
}  // namespace bridle::internal
