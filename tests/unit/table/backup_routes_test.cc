#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/status_matchers.h"
#include "unit/table/backup_fixture.h"

// Backup requests while secondaries are missing, broken or change their place.
namespace bridle::internal {
namespace {

using test::Answer;
using test::BackupFixture;
using test::does;
using test::error;
using test::good;
using test::IsOk;
using test::kFast;
using test::kGet;
using test::kSet;
using test::TestCall;
using namespace std::chrono_literals;

class BackupRoutesTest : public BackupFixture {};

TEST_F(BackupRoutesTest, NoReadWaitsForABrokenSecondary) {
  open();
  world->s1.stop();
  world->open();
  world->p.answers(good(50ms));
  for (int i = 0; i < 100; ++i) {
    const TestCall& get = world->run(kGet);
    ASSERT_EQ(get.lasted(), 10ms + kFast);
    ASSERT_EQ(get.value, "S2");
  }
  world->s1.start();  // it is found again without a read that waits for it
  for (int i = 0; i < 400; ++i) ASSERT_EQ(world->run(kGet).lasted(), 10ms + kFast);
  EXPECT_GT(world->s1.requests().size(), 100U);
  world->expectQuiet();
}

TEST_F(BackupRoutesTest, WithAllSecondariesDownReadsGoAtThePrimarysPace) {
  open();
  world->s1.stop();
  world->s2.stop();
  world->open();
  world->p.answers(good(50ms));
  for (int i = 0; i < 20; ++i) ASSERT_EQ(world->run(kGet).lasted(), 50ms);
  EXPECT_EQ(counters().backup_denied_no_secondary.get(), 20U);
  world->expectQuiet();
}

TEST_F(BackupRoutesTest, WithoutASecondaryThereIsNobodyToAsk) {
  const std::vector<Endpoint> odd_lists[] = {{}, {{0x0a000002, 34801}}, {{0, 0}}};
  for (const auto& secondaries : odd_lists) {
    open();
    world->meta.partitions.front().secondaries = secondaries;
    world->open();
    world->p.answers(good(50ms));
    EXPECT_EQ(world->run(kGet).lasted(), 50ms);
    EXPECT_EQ(world->p.requests().size(), 1U);
    EXPECT_EQ(counters().backup_denied_no_secondary.get(), 1U);
    world->expectQuiet();
  }
}

TEST_F(BackupRoutesTest, ASplitToldToTheBackupLeavesThePrimaryItsChance) {
  openNow();
  world->p.answers(good(60ms));
  for (const char* name : {"ERR_SPLITTING", "ERR_PARENT_PARTITION_MISUSED"}) {
    world->s1.answers(error(name, kFast));
    world->s2.answers(error(name, kFast));
    EXPECT_EQ(world->run(kGet).value, "P");
  }
  EXPECT_EQ(counters().retries.get(), 0U);
}

TEST_F(BackupRoutesTest, ASplitToldToThePrimaryMovesTheKey) {
  openNow();
  world->p.answers({error("ERR_PARENT_PARTITION_MISUSED", 1ms), good(kFast)});
  world->meta.answers_after = 2ms;
  TestCall& set = world->start(kSet);
  world->meta.partitions.push_back(world->meta.partitions.front());
  world->reactor.runFor(10ms);
  EXPECT_THAT(set.status, IsOk());
  EXPECT_EQ(set.lasted(), 3ms + kFast);
  ASSERT_EQ(world->p.requests().size(), 2U);
  EXPECT_EQ(world->p.requests()[0].header.partition_index, 0);
  EXPECT_EQ(world->p.requests()[1].header.partition_index, 1);
  world->expectQuiet();
}

TEST_F(BackupRoutesTest, AMovedPrimaryIsAskedWhileTheBackupWaits) {
  openNow();
  world->p.answers(does(Answer::Kind::kSilence));
  world->s1.answers(good(30ms));
  world->s2.answers(good(30ms));
  TestCall& get = world->start(kGet);
  world->reactor.runFor(12ms);
  ASSERT_EQ(backups(), 1U);
  world->meta.partitions = {{.primary = world->s1.address(), .ballot = 4}};
  world->s1.answers(good(1ms));
  world->meta.tell();
  world->reactor.runFor(1ms);
  EXPECT_THAT(get.status, IsOk());
  EXPECT_EQ(get.value, "S1");
  EXPECT_EQ(get.lasted(), 13ms);
  EXPECT_EQ(counters().backup_lost.get(), 1U);
  EXPECT_EQ(counters().retries.get(), 1U);
  world->expectQuiet();
}

TEST_F(BackupRoutesTest, NoBackupGoesToTheServerThatOwesTheAnswer) {
  openNow();
  world->p.answers(good(50ms));
  TestCall& get = world->start(kGet);
  world->reactor.runFor(1ms);
  world->meta.partitions = {{.primary = {}, .secondaries = {world->p.address()}, .ballot = 4}};
  world->meta.tell();
  world->reactor.runFor(60ms);
  EXPECT_EQ(get.lasted(), 50ms);
  EXPECT_EQ(world->p.requests().size(), 1U);
  EXPECT_EQ(counters().backup_denied_no_secondary.get(), 1U);
  world->expectQuiet();
}

}  // namespace
}  // namespace bridle::internal
