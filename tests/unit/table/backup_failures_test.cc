#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "support/status_matchers.h"
#include "unit/table/backup_fixture.h"

// What the failure of one leg means for the other.
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
using test::TestCall;
using namespace std::chrono_literals;

class BackupFailuresTest : public BackupFixture {};

TEST_F(BackupFailuresTest, A44_AnErrorOfTheBackupLeavesThePrimaryItsChance) {
  openNow();
  world->p.answers(good(60ms));
  for (const char* name : {"ERR_INVALID_STATE", "ERR_BUSY", "ERR_ACL_DENY", "ERR_TIMEOUT"}) {
    world->s1.answers(error(name, kFast));
    world->s2.answers(error(name, kFast));
    const TestCall& get = world->run(kGet);
    EXPECT_THAT(get.status, IsOk());
    EXPECT_EQ(get.value, "P");
    EXPECT_EQ(get.lasted(), 60ms);
    world->reactor.runFor(2s);  // a busy server gets no backup requests for a while
  }
  EXPECT_EQ(counters().backup_failed.get(), 4U);
  EXPECT_EQ(counters().retries.get(), 0U);
  EXPECT_EQ(world->meta.asked.size(), 0U);
  world->expectQuiet();
}

TEST_F(BackupFailuresTest, A37_ASecondaryThatIsNotReadyCostsNothingButTheBackup) {
  openNow();
  world->p.answers({error("ERR_INVALID_STATE", 1ms), good(1ms)});
  world->s1.answers(error("ERR_INVALID_STATE", 1ms));
  world->s2.answers(error("ERR_INVALID_STATE", 1ms));
  const TestCall& get = world->run(kGet);
  EXPECT_EQ(get.value, "P");
  EXPECT_EQ(get.lasted(), 7ms);  // 1 ms, half of the first back-off, 1 ms
  EXPECT_EQ(backups(), 1U);
}

TEST_F(BackupFailuresTest, ALateErrorOfThePrimaryChangesNothing) {
  openNow();
  world->p.answers({does(Answer::Kind::kReset, 20ms), good(kFast)});
  EXPECT_EQ(world->run(kGet).lasted(), 10ms + kFast);
  world->reactor.runFor(100ms);
  EXPECT_EQ(world->p.requests().size(), 1U);
  EXPECT_EQ(counters().retries.get(), 0U);
  const TestCall& next = world->run(kGet);
  EXPECT_EQ(next.value, "P");
  EXPECT_EQ(next.lasted(), kFast);
  world->expectQuiet();
}

TEST_F(BackupFailuresTest, WhenBothFailThePrimarysErrorIsReported) {
  openNow();
  world->p.answers(error("ERR_BUSY", 30ms));
  world->s1.answers(error("ERR_INVALID_STATE", 5ms));
  world->s2.answers(error("ERR_INVALID_STATE", 5ms));
  const TestCall& get = world->run(kGet);
  const ErrorInfo info = errorInfo(get.status).value_or(ErrorInfo{});
  EXPECT_EQ(info.code, ErrorCode::kThrottled);
  EXPECT_EQ(info.server_error, "ERR_BUSY");
  EXPECT_EQ(info.backups, 1);
  EXPECT_EQ(info.attempts, 6);  // a seventh would come after the deadline
  EXPECT_EQ(world->p.requests().size(), 6U);
  EXPECT_EQ(backups(), 1U);
  world->expectQuiet();
}

TEST_F(BackupFailuresTest, A46_OneBackupPerReadWhateverHappens) {
  openNow();
  world->p.answers(error("ERR_TIMEOUT", 20ms));
  world->s1.answers(error("ERR_TIMEOUT", 1ms));
  world->s2.answers(error("ERR_TIMEOUT", 1ms));
  world->run(kGet, 5s);
  EXPECT_EQ(world->p.requests().size(), static_cast<std::size_t>(limits::kMaxAttempts));
  EXPECT_EQ(backups(), 1U);
}

TEST_F(BackupFailuresTest, A45_SilentSecondariesLeaveNothingBehind) {
  openNow();
  world->p.answers(good(20ms));
  world->s1.answers(does(Answer::Kind::kSilence));
  world->s2.answers(does(Answer::Kind::kSilence));
  for (int i = 0; i < 10'000; ++i) {
    ASSERT_EQ(world->run(kGet).lasted(), 20ms);
    ASSERT_EQ(world->sessions.outstanding(), 0U);
  }
  EXPECT_EQ(counters().backup_lost.get(), counters().backup_sent.get());
  EXPECT_GT(counters().backup_lost.get(), 9'000U);
  world->expectQuiet();
}

// The time between requests, in seconds.
std::vector<double> pausesOf(const test::FakeReplica& replica) {
  std::vector<double> pauses;
  for (std::size_t i = 1; i < replica.requests().size(); ++i) {
    const Duration pause = replica.requests()[i].at - replica.requests()[i - 1].at;
    pauses.push_back(toMillis(pause) / 1000);
  }
  return pauses;
}

TEST_F(BackupFailuresTest, ABusySecondaryIsSparedForAWhileThatGrowsUntilItIsWell) {
  open();
  world->meta.partitions.front().secondaries.resize(1);
  world->open();
  world->p.answers(good(50ms));
  const Answer busy = error("ERR_BUSY", kFast);
  world->s1.answers({busy, busy, busy, busy, busy, busy, busy, good(kFast), busy});
  for (int i = 0; i < 2000; ++i) world->run(kGet);
  EXPECT_THAT(pausesOf(world->s1),
              testing::Pointwise(testing::DoubleNear(0.1), {1, 2, 4, 8, 16, 30, 30, 0, 1, 2, 4}));
  world->expectQuiet();
}

}  // namespace
}  // namespace bridle::internal
