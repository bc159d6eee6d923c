#include "route/routing_table.h"

#include <algorithm>
#include <tuple>

#include "base/limits.h"
#include "support/status_matchers.h"
#include "unit/route/config_builder.h"
#include "unit/wire/vectors.h"
#include "wire/frame.h"
#include "wire/key_codec.h"

namespace bridle::internal {
namespace {

using absl::StatusCode;
using test::FailsWith;
using test::IsOk;
using test::partition;
using test::query_cfg_response;
using test::replica;
using test::tableConfig;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::shared_ptr<const RoutingTable> built(const query_cfg_response& config,
                                          std::uint64_t version = 1) {
  const auto table = RoutingTable::build(config, version);
  EXPECT_THAT(table, IsOk());
  return table.value_or(nullptr);
}

TEST(RoutingTableTest, TellsEachPartitionsServers) {
  const auto table = built(tableConfig(2, 4), 7);
  EXPECT_EQ(table->appId(), 2);
  EXPECT_EQ(table->partitionCount(), 4);
  EXPECT_EQ(table->version(), 7U);
  EXPECT_EQ(table->at(0).primary, replica(1));
  EXPECT_EQ(table->at(1).primary, replica(2));
  EXPECT_THAT(table->at(1).secondaries, ElementsAre(replica(3), replica(1)));
  EXPECT_EQ(table->at(3).ballot, 3);
}

TEST(RoutingTableTest, PartitionsMayComeInAnyOrder) {
  query_cfg_response shuffled = tableConfig(2, 8);
  std::reverse(shuffled.partitions.begin(), shuffled.partitions.end());
  std::swap(shuffled.partitions[1], shuffled.partitions[5]);
  EXPECT_TRUE(built(shuffled)->sameRoutes(*built(tableConfig(2, 8))));
}

TEST(RoutingTableTest, ReadsARecordedAnswer) {
  const auto reply = wire::decodeReply(wire::vector("V32"));
  ASSERT_THAT(reply, IsOk());
  const auto config = wire::decodeResult<query_cfg_response>(reply->result);
  ASSERT_THAT(config, IsOk());
  const auto table = built(*config);
  EXPECT_EQ(table->partitionCount(), 2);
  EXPECT_TRUE(table->at(0).primary.valid());
}

TEST(RoutingTableTest, APartitionWithoutAPrimaryIsAccepted) {
  query_cfg_response config = tableConfig(2, 2);
  config.partitions[1] = partition(2, 1, 0, {});
  const auto table = built(config);
  EXPECT_FALSE(table->at(1).primary.valid());
  EXPECT_THAT(table->at(1).secondaries, IsEmpty());
}

TEST(RoutingTableTest, SecondariesAreDistinctAndNotThePrimary) {
  query_cfg_response config = tableConfig(2, 1);
  config.partitions[0] =
      partition(2, 0, 3, replica(1), {replica(2), replica(1), Endpoint{}, replica(2), replica(3)});
  EXPECT_THAT(built(config)->at(0).secondaries, ElementsAre(replica(2), replica(3)));
}

TEST(RoutingTableTest, KeysGoToTheUnsignedRemainderOfTheirHash) {
  const auto table = built(tableConfig(2, 8));
  EXPECT_EQ(table->partitionFor(wire::keyHash("hello", "")), 7);
  EXPECT_EQ(table->partitionFor(0xffffffffffffffffU), 7);
  EXPECT_EQ(built(tableConfig(2, 3))->partitionFor(0xffffffffffffffffU), 0);
}

TEST(RoutingTableTest, A38_AnUnbornChildAnswersThroughItsParent) {
  query_cfg_response config = tableConfig(2, 8);
  for (const std::size_t child : {4U, 5U, 7U}) {
    config.partitions[child] = partition(2, static_cast<std::int32_t>(child), -1, {});
  }
  const auto table = built(config);
  EXPECT_EQ(table->partitionFor(4), 0);
  EXPECT_EQ(table->partitionFor(5), 1);
  EXPECT_EQ(table->partitionFor(6), 6);
  EXPECT_EQ(table->partitionFor(7), 3);
  EXPECT_EQ(table->partitionFor(3), 3);
}

TEST(RoutingTableTest, ANegativeBallotInTheLowerHalfIsNoChild) {
  query_cfg_response config = tableConfig(2, 4);
  config.partitions[1].ballot = -1;
  EXPECT_EQ(built(config)->partitionFor(1), 1);
  config = tableConfig(2, 1);
  config.partitions[0].ballot = -1;
  EXPECT_EQ(built(config)->partitionFor(5), 0);
}

TEST(RoutingTableTest, SaysWhatIsWrongWithAnAnswer) {
  const auto broken = [](auto change) {
    query_cfg_response config = tableConfig(2, 4);
    change(config);
    return RoutingTable::build(config, 1);
  };
  const std::tuple<absl::StatusOr<std::shared_ptr<const RoutingTable>>, const char*> cases[] = {
      {broken([](auto& c) {
         c.partition_count = 0;
         c.partitions.clear();
       }),
       "a table of 0 partitions"},
      {broken([](auto& c) { c.partition_count = -4; }), "a table of -4 partitions"},
      {broken([](auto& c) { c.partition_count = limits::kMaxPartitions + 1; }), "65537 partitions"},
      {broken([](auto& c) { c.partitions.pop_back(); }), "3 partitions told of a table of 4"},
      {broken([](auto& c) { c.partitions[2].pid.partition_index = 1; }),
       "partition 1 is told twice"},
      {broken([](auto& c) { c.partitions[2].pid.partition_index = 4; }),
       "partition 4 of a table of 4"},
      {broken([](auto& c) { c.partitions[2].pid.partition_index = -1; }), "partition -1 of"},
      {broken([](auto& c) { c.partitions[2].pid.app_id = 9; }), "app id 9, the table has 2"},
  };
  for (const auto& [table, why] : cases) {
    EXPECT_THAT(table, FailsWith(StatusCode::kDataLoss, HasSubstr(why)));
  }
}

TEST(RoutingTableTest, NewestKeepsTheHigherBallotOfEachPartition) {
  query_cfg_response older = tableConfig(2, 4, 5);
  query_cfg_response fresh = tableConfig(2, 4, 5);
  older.partitions[1] = partition(2, 1, 7, replica(9));
  fresh.partitions[2] = partition(2, 2, 6, replica(8));
  fresh.partitions[3] = partition(2, 3, 5, replica(4));
  const auto table = RoutingTable::newest(built(fresh, 2), *built(older, 1));
  EXPECT_EQ(table->version(), 2U);
  EXPECT_EQ(table->at(0).primary, replica(1));
  EXPECT_EQ(table->at(1).primary, replica(9));
  EXPECT_EQ(table->at(2).primary, replica(8));
  EXPECT_EQ(table->at(3).primary, replica(4)) << "equal ballots: the fresh one";
}

TEST(RoutingTableTest, NewestKeepsNothingOfAnotherTable) {
  const auto fresh = built(tableConfig(3, 1, 1), 2);
  EXPECT_EQ(RoutingTable::newest(fresh, *built(tableConfig(2, 8, 9), 1)), fresh);
}

TEST(RoutingTableTest, NewestFollowsASplitAndItsCancelling) {
  query_cfg_response doubled = tableConfig(2, 8, 3);
  for (std::size_t child = 4; child < 8; ++child) doubled.partitions[child].ballot = -1;
  const auto before = built(tableConfig(2, 4, 3), 1);
  const auto during = RoutingTable::newest(built(doubled, 2), *before);
  EXPECT_EQ(during->partitionCount(), 8);
  EXPECT_EQ(during->partitionFor(6), 2);
  const auto after = RoutingTable::newest(built(tableConfig(2, 8, 4), 3), *during);
  EXPECT_EQ(after->partitionFor(6), 6);
  EXPECT_EQ(RoutingTable::newest(built(tableConfig(2, 4, 3), 3), *during)->partitionCount(), 4);
}

TEST(RoutingTableTest, SameRoutesIgnoresTheVersionOnly) {
  const auto table = built(tableConfig(2, 4), 1);
  EXPECT_TRUE(table->sameRoutes(*built(tableConfig(2, 4), 2)));
  EXPECT_FALSE(table->sameRoutes(*built(tableConfig(3, 4), 1)));
  EXPECT_FALSE(table->sameRoutes(*built(tableConfig(2, 8), 1)));
  EXPECT_FALSE(table->sameRoutes(*built(tableConfig(2, 4, 4), 1)));
}

}  // namespace
}  // namespace bridle::internal
