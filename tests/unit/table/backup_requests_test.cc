#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/status_matchers.h"
#include "support/table_world.h"

// Backup requests end to end: a primary P, secondaries S1 and S2, a backup delay of 10 ms.
namespace bridle::internal {
namespace {

using test::Answer;
using test::does;
using test::error;
using test::good;
using test::IsOk;
using test::kGet;
using test::kIncr;
using test::kSet;
using test::TableWorld;
using test::TestCall;
using namespace std::chrono_literals;

constexpr Duration kFast = 300us;

class BackupRequestsTest : public testing::Test {
 protected:
  void open(const TableWorld::Options& options = {}) {
    world.emplace(options);
    for (auto* replica : {&world->p, &world->s1, &world->s2}) replica->answers(good(kFast));
  }
  void openNow(const TableWorld::Options& options = {}) {
    open(options);
    world->open();
  }

  std::size_t backups() const { return world->s1.requests().size() + world->s2.requests().size(); }
  const TableCounters& counters() const { return world->counters(); }

  std::optional<TableWorld> world;
};

TEST_F(BackupRequestsTest, AFastPrimaryIsNeverHelped) {
  openNow();
  for (int i = 0; i < 10'000; ++i) ASSERT_EQ(world->run(kGet).lasted(), kFast);
  EXPECT_EQ(backups(), 0U);
  EXPECT_EQ(counters().backup_sent.get(), 0U);
  EXPECT_EQ(counters().ok.get(), 10'000U);
  world->expectQuiet();
}

TEST_F(BackupRequestsTest, ASlowPrimaryIsHelpedOncePerRead) {
  openNow();
  world->p.answers(good(200ms));
  for (int i = 0; i < 1000; ++i) {
    const TestCall& get = world->run(kGet);
    ASSERT_THAT(get.status, IsOk());
    ASSERT_EQ(get.lasted(), 10ms + kFast);
    ASSERT_TRUE(get.value == "S1" || get.value == "S2") << get.value;
  }
  EXPECT_EQ(backups(), 1000U);
  EXPECT_GT(world->s1.requests().size(), 440U);
  EXPECT_GT(world->s2.requests().size(), 440U);
  const wire::RequestHeader first{2, 0, 1000, TableWorld::kHash, false};
  const wire::RequestHeader backup{2, 0, 990, TableWorld::kHash, true};
  for (const auto& request : world->p.requests()) ASSERT_EQ(request.header, first);
  for (const auto& request : world->s1.requests()) ASSERT_EQ(request.header, backup);
  for (const auto& request : world->s2.requests()) ASSERT_EQ(request.header, backup);
  EXPECT_EQ(world->meta.asked.size(), 0U);
  world->expectQuiet();
  EXPECT_EQ(counters().backup_won.get(), 1000U);
  EXPECT_EQ(world->sessions.stats().late_replies.get(), 1000U);
}

TEST_F(BackupRequestsTest, A44_AnErrorOfTheBackupLeavesThePrimaryItsChance) {
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

TEST_F(BackupRequestsTest, A37_ASecondaryThatIsNotReadyCostsNothingButTheBackup) {
  openNow();
  world->p.answers({error("ERR_INVALID_STATE", 1ms), good(1ms)});
  world->s1.answers(error("ERR_INVALID_STATE", 1ms));
  world->s2.answers(error("ERR_INVALID_STATE", 1ms));
  const TestCall& get = world->run(kGet);
  EXPECT_EQ(get.value, "P");
  EXPECT_EQ(get.lasted(), 7ms);  // 1 ms, half of the first back-off, 1 ms
  EXPECT_EQ(backups(), 1U);
}

TEST_F(BackupRequestsTest, ALateErrorOfThePrimaryChangesNothing) {
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

TEST_F(BackupRequestsTest, AFailedPrimaryReleasesTheBackupAtOnce) {
  openNow();
  for (const Answer& failure : {does(Answer::Kind::kReset, 1ms), error("ERR_OBJECT_NOT_FOUND", 1ms),
                                error("ERR_INVALID_STATE", 1ms), does(Answer::Kind::kEmpty, 1ms)}) {
    world->p.answers({good(), failure});
    world->run(kGet);
    const TestCall& get = world->run(kGet);
    EXPECT_THAT(get.status, IsOk());
    EXPECT_EQ(get.lasted(), 1ms + kFast);
  }
  EXPECT_EQ(world->meta.asked.size(), 1U);  // it does not answer
  EXPECT_EQ(counters().backup_won.get(), 4U);
  world->expectQuiet();
}

TEST_F(BackupRequestsTest, WithoutBackupRequestsNoSecondaryIsEvenConnected) {
  openNow({.backup_delay = 0ms});
  world->p.answers({does(Answer::Kind::kReset, 1ms), good(kFast)});
  EXPECT_EQ(world->run(kGet).value, "P");
  EXPECT_EQ(world->s1.connections() + world->s2.connections(), 0U);
  world->expectQuiet();
}

TEST_F(BackupRequestsTest, WhenBothFailThePrimarysErrorIsReported) {
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

TEST_F(BackupRequestsTest, A46_OneBackupPerReadWhateverHappens) {
  openNow();
  world->p.answers(error("ERR_TIMEOUT", 20ms));
  world->s1.answers(error("ERR_TIMEOUT", 1ms));
  world->s2.answers(error("ERR_TIMEOUT", 1ms));
  world->run(kGet, 5s);
  EXPECT_EQ(world->p.requests().size(), static_cast<std::size_t>(limits::kMaxAttempts));
  EXPECT_EQ(backups(), 1U);
}

TEST_F(BackupRequestsTest, NoReadWaitsForABrokenSecondary) {
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

TEST_F(BackupRequestsTest, WithAllSecondariesDownReadsGoAtThePrimarysPace) {
  open();
  world->s1.stop();
  world->s2.stop();
  world->open();
  world->p.answers(good(50ms));
  for (int i = 0; i < 20; ++i) ASSERT_EQ(world->run(kGet).lasted(), 50ms);
  EXPECT_EQ(counters().backup_denied_no_secondary.get(), 20U);
  world->expectQuiet();
}

TEST_F(BackupRequestsTest, WithoutASecondaryThereIsNobodyToAsk) {
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

TEST_F(BackupRequestsTest, ASplitToldToTheBackupLeavesThePrimaryItsChance) {
  openNow();
  world->p.answers(good(60ms));
  for (const char* name : {"ERR_SPLITTING", "ERR_PARENT_PARTITION_MISUSED"}) {
    world->s1.answers(error(name, kFast));
    world->s2.answers(error(name, kFast));
    EXPECT_EQ(world->run(kGet).value, "P");
  }
  EXPECT_EQ(counters().retries.get(), 0U);
}

TEST_F(BackupRequestsTest, ASplitToldToThePrimaryMovesTheKey) {
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

TEST_F(BackupRequestsTest, ACancellationBeforeTheTimerMeansNoBackup) {
  openNow();
  world->p.answers(good(50ms));
  test::Later later(world->reactor);
  later.after(10ms, [this] { world->handler().cancel(1); });  // the same moment, but before
  TestCall& get = world->start(kGet, 1s, 1);
  world->reactor.runFor(20ms);
  EXPECT_EQ(errorInfo(get.status)->code, ErrorCode::kCancelled);
  EXPECT_EQ(get.lasted(), 10ms);
  EXPECT_EQ(backups(), 0U);
  world->expectQuiet();
}

TEST_F(BackupRequestsTest, ACancellationAfterTheTimerLosesTheBackup) {
  openNow();
  world->p.answers(good(50ms));
  test::Later later(world->reactor);
  TestCall& get = world->start(kGet, 1s, 1);
  later.after(10ms, [this] { world->handler().cancel(1); });
  world->reactor.runFor(20ms);
  EXPECT_EQ(errorInfo(get.status)->code, ErrorCode::kCancelled);
  EXPECT_EQ(backups(), 1U);  // it had left already
  EXPECT_EQ(counters().backup_lost.get(), 1U);
  world->expectQuiet();
}

TEST_F(BackupRequestsTest, AnAnswerAtTheVeryMomentOfTheTimerWins) {
  openNow();
  world->p.answers(good(10ms));
  const TestCall& get = world->run(kGet);
  EXPECT_EQ(get.value, "P");
  EXPECT_EQ(get.lasted(), 10ms);
  world->expectQuiet();
  EXPECT_EQ(counters().backup_lost.get(), counters().backup_sent.get());
}

TEST_F(BackupRequestsTest, OfTwoAnswersAtTheSameMomentOneWins) {
  openNow();
  world->p.answers(good(11ms));
  world->s1.answers(good(1ms));
  world->s2.answers(good(1ms));
  for (int i = 0; i < 1000; ++i) {
    const TestCall& get = world->run(kGet);
    ASSERT_EQ(get.ends, 1);
    ASSERT_EQ(get.lasted(), 11ms);
    ASSERT_TRUE(get.value == "P" || get.value == "S1" || get.value == "S2") << get.value;
  }
  world->expectQuiet();
  EXPECT_EQ(world->sessions.stats().late_replies.get(), 1000U);
}

TEST_F(BackupRequestsTest, TheEndOfTheClientEndsAllThatIsPending) {
  openNow();
  world->p.answers(good(50ms));
  std::vector<TestCall*> gets;
  for (int i = 0; i < 5000; ++i) gets.push_back(&world->start(kGet));
  world->reactor.runFor(5ms);
  world->handler().close(ErrorCode::kClosed, "the client is closed");
  for (const TestCall* get : gets) {
    ASSERT_EQ(get->ends, 1);
    ASSERT_EQ(errorInfo(get->status)->code, ErrorCode::kClosed);
  }
  world->reactor.runFor(100ms);
  EXPECT_EQ(backups(), 0U);
  world->expectQuiet();
}

TEST_F(BackupRequestsTest, A43_WritesAreNeverHedged) {
  openNow({.backup_delay = 1ms});
  world->p.answers(good(200ms));
  EXPECT_EQ(world->run(kSet).lasted(), 200ms);
  EXPECT_EQ(world->run(kIncr).lasted(), 200ms);
  EXPECT_EQ(backups(), 0U);
  ASSERT_EQ(world->p.requests().size(), 2U);
  for (const auto& request : world->p.requests()) EXPECT_FALSE(request.header.is_backup_request);
  world->expectQuiet();
}

TEST_F(BackupRequestsTest, A45_SilentSecondariesLeaveNothingBehind) {
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

TEST_F(BackupRequestsTest, ABusySecondaryIsSparedForAWhileThatGrows) {
  open();
  world->meta.partitions.front().secondaries.resize(1);
  world->open();
  world->p.answers(good(50ms));
  world->s1.answers(error("ERR_BUSY", kFast));
  // Reads follow each other, and one in 1, 2, 4, .. 30 s gets a backup request.
  for (int i = 0; i < 2000; ++i) world->run(kGet);
  std::vector<double> pauses;
  for (std::size_t i = 1; i < world->s1.requests().size(); ++i) {
    const auto& requests = world->s1.requests();
    pauses.push_back(toMillis(requests[i].at - requests[i - 1].at) / 1000);
  }
  EXPECT_THAT(pauses, testing::Pointwise(testing::DoubleNear(0.1), {1, 2, 4, 8, 16, 30, 30}));
  world->s1.answers(good(kFast));
  world->reactor.runFor(30s);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(world->run(kGet).lasted(), 10ms + kFast);
  world->expectQuiet();
}

TEST_F(BackupRequestsTest, AMovedPrimaryIsAskedWhileTheBackupWaits) {
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

TEST_F(BackupRequestsTest, NoBackupGoesToTheServerThatOwesTheAnswer) {
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
