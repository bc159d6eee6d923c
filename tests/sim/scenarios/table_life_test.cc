// Tables that are dropped and made anew while they are in use.

#include <set>

#include "world_test.h"

namespace bridle::internal::sim {
namespace {

class TableLifeTest : public WorldTest {
 protected:
  void makeAnew(int partitions) {
    world_->dropTable("t");
    ASSERT_THAT(world_->createTable("t", partitions), IsOk());
  }
};

TEST_F(TableLifeTest, A23_AnOldHandleWorksOnATableOfAnotherSize) {
  EXPECT_THAT(set("k", "old"), IsOk());
  makeAnew(kPartitions * 8);
  EXPECT_EQ(*get("k"), std::nullopt);
  EXPECT_THAT(set("k", "new"), IsOk());
  EXPECT_EQ(*get("k"), "new");
  makeAnew(1);
  EXPECT_THAT(set("k", "newer"), IsOk());
  EXPECT_EQ(*get("k"), "newer");
}

TEST_F(TableLifeTest, A38_KeysFollowTheNumberOfPartitions) {
  for (const int partitions : {8, 2, 16}) {
    makeAnew(partitions);
    EXPECT_THAT(get("k"), IsOk());  // finds the new routes
    world_->forgetSeen();
    for (int i = 0; i < 100; ++i) {
      EXPECT_THAT(set(text("k", i), text(partitions, ".", i)), IsOk());
      EXPECT_EQ(*get(text("k", i)), text(partitions, ".", i));
    }
    std::set<int> asked;
    for (const World::Seen& request : world_->seen()) {
      EXPECT_EQ(request.header.partition_index,
                wire::partitionIndex(request.header.partition_hash, partitions));
      asked.insert(request.header.partition_index);
    }
    EXPECT_EQ(world_->seen().size(), 200U);
    EXPECT_GT(asked.size(), static_cast<std::size_t>(partitions) / 2);
  }
}

TEST_F(TableLifeTest, A38_CallsUnderWayWhileTheSizeChangesAllSucceed) {
  world_->addFault({.delay_min_ms = 0, .delay_max_ms = 20});
  int started = 0;
  for (int i = 0; i < 300; ++i) {
    after(i * 1ms, [this, &started] { startGet(text("k", ++started), 3000); });
  }
  after(100ms, [this] { makeAnew(8); });
  after(200ms, [this] { makeAnew(3); });
  pass(300ms);
  awaitEnds(300);
  for (const Value& end : ends_) EXPECT_THAT(end, IsOk());
}

TEST_F(TableLifeTest, CallsOnADroppedTableEndWithThatAndWorkOnceItIsBack) {
  world_->dropTable("t");
  const TimePoint dropped = now();
  const Value got = get("k");
  EXPECT_THAT(got, FailsWithCode(ErrorCode::kTableNotFound));
  EXPECT_THAT(got, FailsWith(StatusCode::kNotFound, HasSubstr("\"t\"")));
  EXPECT_LT(now() - dropped, 1s);
  ASSERT_THAT(world_->createTable("t", 2), IsOk());
  EXPECT_THAT(get("k", 10'000), IsOk());
}

}  // namespace
}  // namespace bridle::internal::sim
