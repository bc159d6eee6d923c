// Backup requests as a caller and the servers see them.

#include <algorithm>

#include "world_test.h"

namespace bridle::internal::sim {
namespace {

class BackupTest : public WorldTest {
 protected:
  void SetUp() override {
    make();
    connect({}, {.backup_request_ms = 10, .backup_request_max_ratio = 1});
    pass(1ms);
    EXPECT_THAT(set(key_, "v"), IsOk());
    world_->forgetSeen();
  }

  void slowPrimary(double delay_ms) {
    world_->addFault({.role = OneboxRole::kPrimary,
                      .op = OneboxOp::kRead,
                      .delay_min_ms = delay_ms,
                      .delay_max_ms = delay_ms});
  }

  std::size_t backupsAt(int server) {
    const auto& seen = world_->seen();
    return static_cast<std::size_t>(
        std::count_if(seen.begin(), seen.end(), [server](const World::Seen& request) {
          return request.server == server && request.header.is_backup_request;
        }));
  }
};

TEST_F(BackupTest, AFastPrimaryIsNeverHedged) {
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(*get(key_), "v");
  EXPECT_EQ(world_->seen().size(), 1000U);
  EXPECT_EQ(tableStats().backup_sent, 0U);
}

TEST_F(BackupTest, ASlowPrimaryIsBridgedByEitherSecondary) {
  slowPrimary(200);
  for (int i = 0; i < 1000; ++i) {
    const TimePoint start = now();
    EXPECT_EQ(*get(key_), "v");
    EXPECT_EQ(now() - start, 10ms + 200us);
  }
  EXPECT_EQ(backupsAt(0), 0U);
  EXPECT_EQ(backupsAt(1) + backupsAt(2), 1000U);
  EXPECT_NEAR(static_cast<double>(backupsAt(1)), 500, 60);
  for (const World::Seen& request : world_->seen()) {
    if (request.header.is_backup_request) {
      EXPECT_LE(request.header.timeout_ms, 990);
    }
  }
  pass(1s);
  EXPECT_EQ(client_->stats().late_replies, 1000U);
  EXPECT_EQ(tableStats().backup_won, 1000U);
}

TEST_F(BackupTest, A44_AnErrorOfTheSecondaryIsNotTheEnd) {
  slowPrimary(60);
  world_->addFault({.role = OneboxRole::kSecondary, .error = "ERR_INVALID_STATE"});
  const TimePoint start = now();
  EXPECT_EQ(*get(key_), "v");
  EXPECT_EQ(now() - start, 60ms + 200us);
  EXPECT_EQ(world_->seen().size(), 2U);
  EXPECT_EQ(tableStats().backup_failed, 1U);
  EXPECT_EQ(client_->stats().meta_queries, 1U);  // of the open
}

TEST_F(BackupTest, AFailedPrimaryReleasesTheBackupRequestAtOnce) {
  world_->addFault({.server = 0, .error = "ERR_INVALID_STATE"});
  const TimePoint start = now();
  EXPECT_EQ(*get(key_), "v");
  EXPECT_EQ(now() - start, 400us);
}

TEST_F(BackupTest, A45_ASecondaryThatNeverAnswersLeavesNothingBehind) {
  slowPrimary(20);
  world_->addFault({.role = OneboxRole::kSecondary, .ignore = true});
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(*get(key_), "v");
  const TableStats stats = tableStats();
  EXPECT_EQ(stats.backup_sent, 1000U);
  EXPECT_EQ(stats.backup_lost + stats.backup_failed, 1000U);
  EXPECT_EQ(client_->core().shard(0).sessions.outstanding(), 0U);
  // In these 20 s a server that says nothing at all is taken for dead, but no more often than that.
  EXPECT_LE(client_->stats().disconnects, 4U);
}

TEST_F(BackupTest, A43_WritesAreNeverHedged) {
  world_->addFault({.delay_min_ms = 200, .delay_max_ms = 200});
  for (int i = 0; i < 10; ++i) EXPECT_THAT(set(key_, "w"), IsOk());
  EXPECT_EQ(world_->seen().size(), 10U);
  EXPECT_EQ(world_->seenAt(0), 10U);
}

TEST_F(BackupTest, A42_ASlowClusterGetsNoMoreThanTheBudget) {
  openTable({.backup_request_ms = 10, .backup_request_max_ratio = 0.05});
  world_->addFault({.delay_min_ms = 30, .delay_max_ms = 30});
  for (int i = 0; i < 2000; ++i) startGet(key_);
  awaitEnds(2000);
  EXPECT_EQ(tableStats().backup_sent, 10U);  // what it starts with
  EXPECT_EQ(tableStats().backup_denied_budget, 1990U);
}

}  // namespace
}  // namespace bridle::internal::sim
