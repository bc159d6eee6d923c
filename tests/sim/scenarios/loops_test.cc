// A client with three loops, and two clients of one cluster.

#include "world_test.h"

namespace bridle::internal::sim {
namespace {

class LoopsTest : public WorldTest {
 protected:
  static constexpr std::size_t kLoops = 3;

  void SetUp() override {
    make();
    connect({.event_loops = kLoops});
    pass(1ms);
  }
};

TEST_F(LoopsTest, EachLoopHasConnectionsOfItsOwn) {
  EXPECT_EQ(client_->stats().connects, kLoops * 3);
  for (std::size_t loop = 0; loop < kLoops; ++loop) {
    startGet("k", 0, loop);
    EXPECT_EQ(client_->core().shard(loop).sessions.outstanding(), 1U);
  }
  startGet("k", 0, kForeign);
  awaitEnds(4);
  for (const Value& end : ends_) EXPECT_THAT(end, IsOk());
  EXPECT_EQ(tableStats().ok, 4U);
}

TEST_F(LoopsTest, NewRoutesReachAllLoopsAfterOneQuestion) {
  const std::string key = keyIn(0, kPartitions);
  EXPECT_THAT(cluster().stopReplica(0), IsOk());
  for (std::size_t loop = 0; loop < kLoops; ++loop) startGet(key, 3000, loop);
  awaitEnds(kLoops);
  for (const Value& end : ends_) EXPECT_THAT(end, IsOk());
  EXPECT_EQ(client_->stats().route_refreshes, 1U);
  EXPECT_LE(client_->stats().meta_queries, 3U);
}

TEST_F(LoopsTest, ADroppedTableIsToldToAllLoops) {
  world_->dropTable("t");
  for (std::size_t loop = 0; loop < kLoops; ++loop) startGet("k", 3000, loop);
  awaitEnds(kLoops);
  for (const Value& end : ends_) EXPECT_THAT(end, FailsWithCode(ErrorCode::kTableNotFound));
}

TEST_F(LoopsTest, ClosingEndsTheCallsOfAllLoops) {
  world_->addFault({.ignore = true});
  for (std::size_t loop = 0; loop < kLoops; ++loop) startGet("k", 0, loop);
  startGet("k", 0, kForeign);
  pass(10ms);
  client_->close();
  ASSERT_EQ(ends_.size(), kLoops + 1);
  for (const Value& end : ends_) EXPECT_THAT(end, FailsWithCode(ErrorCode::kClosed));
}

TEST_F(LoopsTest, ATableOpenedTwiceAtTheSameTimeIsOne) {
  std::vector<TablePtr> opened;
  for (int i = 0; i < 2; ++i) {
    client_->core().openTable("t", {.backup_request_ms = 7}, [&](absl::StatusOr<TablePtr> table) {
      opened.push_back(*std::move(table));
    });
  }
  pass(1s);
  ASSERT_EQ(opened.size(), 2U);
  EXPECT_EQ(opened[0], opened[1]);
  EXPECT_THAT(client_->get(opened[1], "k"), IsOk());
}

class TwoClientsTest : public WorldTest {};

TEST_F(TwoClientsTest, ShareTheRecordsAndNothingElse) {
  auto other = std::make_unique<SimClient>(*world_, ClientOptions{}, 1);
  const TablePtr table = *other->open("t");
  EXPECT_THAT(set("k", "of the first"), IsOk());
  EXPECT_EQ(*other->get(table, "k"), "of the first");
  EXPECT_THAT(other->set(table, "k", "of the second"), IsOk());
  EXPECT_EQ(*get("k"), "of the second");
  other->close();
  EXPECT_THAT(other->get(table, "k"), FailsWithCode(ErrorCode::kClosed));
  EXPECT_EQ(*get("k"), "of the second");
  EXPECT_EQ(client_->stats().disconnects, 0U);
}

TEST_F(TwoClientsTest, OneWithoutNetworkDoesNotDisturbTheOther) {
  SimClient other(*world_, {}, 1);
  const TablePtr table = *other.open("t");
  network().inject(SimFault::kClog, {{World::clientHost(1), 0}, {}});
  EXPECT_THAT(other.get(table, "k", 100), FailsWithCode(ErrorCode::kDeadlineExceeded));
  EXPECT_THAT(get("k"), IsOk());
  network().healAll();
  EXPECT_THAT(other.get(table, "k", 100), IsOk());
}

}  // namespace
}  // namespace bridle::internal::sim
