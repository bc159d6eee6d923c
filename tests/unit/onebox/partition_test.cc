#include "onebox/partition.h"

#include <array>
#include <string>
#include <utility>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace bridle::internal::onebox {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr ExpireTs kNow = 1000;

class PartitionTest : public testing::Test {
 protected:
  std::string valueAt(int server, std::string_view key) {
    Record record;
    return partition_.copyAt(server).get(key, kNow, record) ? record.value : "(none)";
  }
  std::int64_t put(std::string key, std::string value, ExpireTs expire_ts) {
    return partition_.write(std::array{
        Change{.key = std::move(key), .value = std::move(value), .expire_ts = expire_ts}});
  }
  std::int64_t remove(std::string key) {
    return partition_.write(
        std::array{Change{.kind = Change::Kind::kRemove, .key = std::move(key)}});
  }
  const PartitionConfig& config() const { return partition_.config(); }

  Partition partition_{{4, 5, 6}};
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

}  // namespace
}  // namespace bridle::internal::onebox
