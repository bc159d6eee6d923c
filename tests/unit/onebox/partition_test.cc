#include "onebox/partition.h"

#include <array>
#include <string>
#include <utility>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "io/sim_reactor.h"
#include "onebox/store/memory_storage.h"

namespace bridle::internal::onebox {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr ExpireTs kNow = 1000;

class PartitionTest : public testing::Test {
 protected:
  explicit PartitionTest(std::optional<Duration> group_check = {}) : group_check_(group_check) {}

  std::string valueAt(int server, std::string_view key) {
    Record record;
    return partition_.copyAt(server).get(key, kNow, record) ? record.value : "(none)";
  }
  std::int64_t put(std::string key, std::string value, ExpireTs expire_ts = 0) {
    return partition_.write(std::array{
        Change{.key = std::move(key), .value = std::move(value), .expire_ts = expire_ts}});
  }
  std::int64_t remove(std::string key) {
    return partition_.write(
        std::array{Change{.kind = Change::Kind::kRemove, .key = std::move(key)}});
  }
  const PartitionConfig& config() const { return partition_.config(); }

  const std::optional<Duration> group_check_;
  SimReactor reactor_;
  MemoryStorage storage_;
  const PartitionHost host_{.storage = storage_, .reactor = reactor_, .group_check = group_check_};
  Partition partition_{host_, {.app_id = 1, .index = 0}, std::vector{4, 5, 6}};
};

TEST_F(PartitionTest, TheFirstServerLeads) {
  EXPECT_EQ(config().primary, 4);
  EXPECT_THAT(config().secondaries, ElementsAre(5, 6));
  EXPECT_EQ(config().ballot, 1);
  EXPECT_EQ(partition_.roleOf(4), Role::kPrimary);
  EXPECT_EQ(partition_.roleOf(6), Role::kSecondary);
  EXPECT_EQ(partition_.roleOf(7), Role::kNone);
  EXPECT_EQ(partition_.serving(), 3);
}

TEST_F(PartitionTest, WritesReachEveryCopyAndAreNumbered) {
  EXPECT_EQ(put("k", "v", 0), 1);
  EXPECT_EQ(partition_.write({}), 2);
  for (const int server : {4, 5, 6}) EXPECT_EQ(valueAt(server, "k"), "v");
  EXPECT_EQ(remove("k"), 3);
  for (const int server : {4, 5, 6}) EXPECT_EQ(valueAt(server, "k"), "(none)");
  EXPECT_EQ(partition_.decree(), 3);
}

TEST_F(PartitionTest, TheFirstSecondaryTakesOver) {
  partition_.serverStopped(4);
  EXPECT_EQ(config().primary, 5);
  EXPECT_THAT(config().secondaries, ElementsAre(6));
  EXPECT_THAT(config().last_drops, ElementsAre(4));
  EXPECT_EQ(config().ballot, 2);
  EXPECT_EQ(partition_.roleOf(4), Role::kNone);
}

TEST_F(PartitionTest, AServerThatIsBackHasWhatItMissed) {
  put("before", "v", 0);
  partition_.serverStopped(4);
  put("while away", "v", 2000);
  remove("before");
  partition_.serverStarted(4);
  EXPECT_EQ(config().primary, 5);
  EXPECT_THAT(config().secondaries, ElementsAre(6, 4));
  EXPECT_THAT(config().last_drops, IsEmpty());
  EXPECT_EQ(config().ballot, 3);
  EXPECT_EQ(valueAt(4, "while away"), "v");
  EXPECT_EQ(valueAt(4, "before"), "(none)");
}

TEST_F(PartitionTest, ASecondaryLeavesAndComesBack) {
  partition_.serverStopped(6);
  EXPECT_EQ(config().primary, 4);
  EXPECT_THAT(config().secondaries, ElementsAre(5));
  EXPECT_EQ(config().ballot, 2);
  partition_.serverStarted(6);
  EXPECT_THAT(config().secondaries, ElementsAre(5, 6));
  EXPECT_EQ(config().ballot, 3);
}

TEST_F(PartitionTest, OnlyTheLastPrimaryCanLeadAgainAfterAllHaveStopped) {
  partition_.serverStopped(4);
  partition_.serverStopped(5);
  put("k", "at the last one", 0);
  partition_.serverStopped(6);
  EXPECT_EQ(config().primary, std::nullopt);
  EXPECT_THAT(config().last_drops, ElementsAre(4, 5, 6));
  EXPECT_EQ(partition_.serving(), 0);

  partition_.serverStarted(4);
  EXPECT_EQ(config().primary, std::nullopt);
  EXPECT_EQ(partition_.roleOf(4), Role::kNone);

  partition_.serverStarted(6);
  EXPECT_EQ(config().primary, 6);
  EXPECT_THAT(config().secondaries, ElementsAre(4));
  EXPECT_THAT(config().last_drops, ElementsAre(5));
  EXPECT_EQ(valueAt(6, "k"), "at the last one");
  EXPECT_EQ(valueAt(4, "k"), "at the last one");
}

TEST_F(PartitionTest, MovesThePrimaryRoundItsSecondaries) {
  EXPECT_TRUE(partition_.movePrimary());
  EXPECT_EQ(config().primary, 5);
  EXPECT_THAT(config().secondaries, ElementsAre(6, 4));
  EXPECT_EQ(config().ballot, 2);
  EXPECT_TRUE(partition_.movePrimary());
  EXPECT_EQ(config().primary, 6);
}

TEST_F(PartitionTest, ThePrimaryIsNotAmongTheCopiesThatAreTooMany) {
  partition_.movePrimary();
  partition_.movePrimary();
  ASSERT_EQ(config().primary, 6);
  partition_.resize(2, {4, 5, 6});
  EXPECT_EQ(config().primary, 6);
  EXPECT_THAT(config().secondaries, ElementsAre(4));
  partition_.resize(1, {4, 5, 6});
  EXPECT_EQ(config().primary, 6);
  EXPECT_THAT(config().secondaries, IsEmpty());
}

TEST_F(PartitionTest, ThereMustBeSomebodyToMoveThePrimaryTo) {
  partition_.serverStopped(5);
  partition_.serverStopped(6);
  const std::int64_t ballot = config().ballot;
  EXPECT_FALSE(partition_.movePrimary());
  EXPECT_EQ(config().primary, 4);
  EXPECT_EQ(config().ballot, ballot);
}

TEST_F(PartitionTest, OtherServersDoNotMatter) {
  partition_.serverStopped(1);
  partition_.serverStarted(1);
  EXPECT_EQ(config().ballot, 1);
  EXPECT_EQ(partition_.serving(), 3);
}

TEST_F(PartitionTest, ComesBackAsItWasSavedWithAllItsServersRunning) {
  partition_.movePrimary();
  partition_.serverStopped(4);
  const Partition restored = Partition::restore(host_, {.app_id = 1, .index = 0}, config());
  EXPECT_EQ(restored.config().primary, 5);
  EXPECT_THAT(restored.config().secondaries, ElementsAre(6, 4));
  EXPECT_EQ(restored.config().ballot, config().ballot + 1);
}

TEST_F(PartitionTest, ComesBackUnderItsLastPrimaryIfNoneWasLeft) {
  for (const int server : {5, 6, 4}) partition_.serverStopped(server);
  const Partition restored = Partition::restore(host_, {.app_id = 1, .index = 0}, config());
  EXPECT_EQ(restored.config().primary, 4);
  EXPECT_THAT(restored.config().secondaries, ElementsAre(5, 6));
  EXPECT_THAT(restored.config().last_drops, IsEmpty());
}

class LaggingPartitionTest : public PartitionTest {
 protected:
  LaggingPartitionTest() : PartitionTest(10s) {}
};

TEST_F(LaggingPartitionTest, SecondariesAreOneWriteBehind) {
  for (int i = 0; i < 100; ++i) {
    put("k", std::to_string(i));
    reactor_.runFor(20ms);
    EXPECT_EQ(valueAt(4, "k"), std::to_string(i));
    for (const int server : {5, 6}) {
      EXPECT_EQ(valueAt(server, "k"), i == 0 ? "(none)" : std::to_string(i - 1));
    }
  }
}

TEST_F(LaggingPartitionTest, AnIdlePartitionsLastWriteIsSeenWithTheGroupCheck) {
  for (int round = 1; round <= 3; ++round) {
    put("k", std::to_string(round));
    reactor_.runFor(9999ms);
    EXPECT_EQ(valueAt(5, "k"), round == 1 ? "(none)" : std::to_string(round - 1));
    reactor_.runFor(1ms);
    EXPECT_EQ(valueAt(5, "k"), std::to_string(round));
  }
}

TEST_F(LaggingPartitionTest, TheGroupCheckKeepsItsBeatWhateverIsWritten) {
  reactor_.runFor(7s);
  put("k", "v");
  reactor_.runFor(2999ms);
  EXPECT_EQ(valueAt(5, "k"), "(none)");
  reactor_.runFor(1ms);
  EXPECT_EQ(valueAt(5, "k"), "v");
  EXPECT_TRUE(reactor_.idle());
}

TEST_F(LaggingPartitionTest, AWriteThatChangesNothingBringsTheOneBefore) {
  put("k", "v");
  partition_.write({});
  EXPECT_EQ(valueAt(5, "k"), "v");
}

TEST_F(LaggingPartitionTest, ASecondaryThatLeadsHasAllThatWasAcknowledged) {
  put("k", "old");
  put("k", "new");
  partition_.serverStopped(4);
  EXPECT_EQ(config().primary, 5);
  EXPECT_EQ(valueAt(5, "k"), "new");
  EXPECT_EQ(valueAt(6, "k"), "new");
  put("k", "newer");
  EXPECT_EQ(valueAt(6, "k"), "new");
  partition_.movePrimary();
  EXPECT_EQ(valueAt(6, "k"), "newer");
}

TEST_F(LaggingPartitionTest, AServerThatIsBackHasWhatItMissedWithoutALag) {
  partition_.serverStopped(6);
  put("k", "v");
  EXPECT_EQ(valueAt(5, "k"), "(none)");
  partition_.serverStarted(6);
  EXPECT_EQ(valueAt(6, "k"), "v");
}

TEST_F(LaggingPartitionTest, ItsTimerGoesWithIt) {
  {
    Partition other(host_, {.app_id = 1, .index = 1}, std::vector{1, 2});
    other.write({});
    EXPECT_FALSE(reactor_.idle());
  }
  EXPECT_TRUE(reactor_.idle());
}

}  // namespace
}  // namespace bridle::internal::onebox
