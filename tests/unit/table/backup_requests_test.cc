#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/status_matchers.h"
#include "unit/table/backup_fixture.h"

// When a backup request goes out, and who wins.
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
using test::kIncr;
using test::kSet;
using test::TableWorld;
using test::TestCall;
using namespace std::chrono_literals;

class BackupRequestsTest : public BackupFixture {};

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

TEST_F(BackupRequestsTest, AnAnswerAtTheVeryMomentOfTheTimerWins) {
  openNow();
  world->p.answers(good(10ms));
  const TestCall& get = world->run(kGet);
  EXPECT_EQ(get.value, "P");
  EXPECT_EQ(get.lasted(), 10ms);
  world->expectQuiet();
  EXPECT_EQ(counters().backup_lost.get(), counters().backup_sent.get());
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

}  // namespace
}  // namespace bridle::internal
