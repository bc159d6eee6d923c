#include "call/call_machine.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "call/retry_policy.h"
#include "unit/call/steps_text.h"

namespace bridle::internal {
namespace {

using namespace std::chrono_literals;
using test::textOf;
using enum LegId;
using enum Verdict;

constexpr TimePoint kStart = TimePoint{} + 1h;

// One machine; times are counted from its start.
class CallMachineTest : public testing::Test {
 protected:
  static CallPlan read() { return {.backup_delay = 10ms, .deadline = kStart + 1s}; }
  static CallPlan write() { return {.deadline = kStart + 1s}; }
  static CallPlan incr() { return {.idempotent = false, .deadline = kStart + 1s}; }
  static CallPlan once(CallPlan plan) {
    plan.max_attempts = 1;
    return plan;
  }

  std::string start(const CallPlan& plan, Duration at = 0ms) {
    return textOf(machine.emplace(plan).start(kStart + at));
  }
  std::string ends(LegId leg, Verdict verdict, Duration at) {
    return textOf(machine->onLegEnd(leg, verdict, kStart + at));
  }
  std::string timer(Duration at) { return textOf(machine->onTimer(kStart + at)); }
  std::string newRoutes(Duration at) { return textOf(machine->onNewRoutes(kStart + at)); }
  std::string moved(Duration at) { return textOf(machine->onPrimaryMoved(kStart + at)); }
  Duration wakesAfter() { return machine->wakeAt() - kStart; }
  void expectFailure(CallFailure failure) {
    EXPECT_TRUE(machine->ended());
    EXPECT_EQ(machine->failure(), failure);
    EXPECT_EQ(machine->wakeAt(), kNever);
  }

  std::optional<CallMachine> machine;
};

TEST_F(CallMachineTest, AsksThePrimaryAtOnceAndTheBackupAfterItsDelay) {
  EXPECT_EQ(start(read()), "primary");
  EXPECT_EQ(wakesAfter(), 10ms);
  EXPECT_EQ(timer(10ms), "backup");
  EXPECT_EQ(wakesAfter(), 1s);
  EXPECT_EQ(ends(kBackup, kOk, 12ms), "succeed");
  EXPECT_EQ(machine->winner(), kBackup);
  EXPECT_FALSE(machine->wasTimely());
  EXPECT_EQ(machine->wakeAt(), kNever);
}

TEST_F(CallMachineTest, AFastAnswerNeedsNoBackup) {
  start(read());
  EXPECT_EQ(ends(kPrimary, kOk, 1ms), "succeed");
  EXPECT_EQ(machine->winner(), kPrimary);
  EXPECT_TRUE(machine->wasTimely());
  EXPECT_EQ(timer(10ms), "");
}

TEST_F(CallMachineTest, WithoutABackupDelayThereIsNone) {
  EXPECT_EQ(start(write()), "primary");
  EXPECT_EQ(wakesAfter(), 1s);
  EXPECT_EQ(ends(kPrimary, kRejected, 1ms), "");
  EXPECT_EQ(timer(6ms), "primary");
}

TEST_F(CallMachineTest, AnAnswerAfterTheDelayIsNotTimelyEvenIfTheBackupWasDenied) {
  start(read());
  timer(10ms);
  EXPECT_EQ(textOf(machine->onBackupDenied(kStart + 10ms)), "");
  EXPECT_EQ(ends(kPrimary, kOk, 50ms), "succeed");
  EXPECT_FALSE(machine->wasTimely());
}

TEST_F(CallMachineTest, AnAnswerToARetryIsNotTimely) {
  start(write());
  ends(kPrimary, kBusy, 1ms);
  timer(6ms);
  ends(kPrimary, kOk, 7ms);
  EXPECT_FALSE(machine->wasTimely());
}

TEST_F(CallMachineTest, ThereIsOneBackupPerCallAcrossAllAttempts) {
  start(read());
  EXPECT_EQ(ends(kPrimary, kRejected, 1ms), "backup");
  EXPECT_EQ(ends(kBackup, kStaleRoute, 2ms), "");
  EXPECT_EQ(timer(6ms), "primary");
  EXPECT_EQ(wakesAfter(), 1s);
  EXPECT_EQ(ends(kPrimary, kRejected, 40ms), "");
  EXPECT_EQ(timer(55ms), "primary");
}

// What the end of one leg leads to, by what the other one does.
struct Row {
  Verdict verdict;
  const char* primary_alone;        // no backup request wanted (a write)
  const char* primary_before;       // a backup request is to come
  const char* primary_with_backup;  // which has not been answered yet
  const char* last_primary;         // the same as `primary_alone`, no attempts left
  const char* backup_with_primary;  // which has not been answered yet
  const char* last_backup;          // the primary has failed for good
};

constexpr Row kTable[] = {
    {kOk, "succeed", "succeed", "succeed", "succeed", "succeed", "succeed"},
    {kNotSent, "refresh", "refresh backup", "refresh", "refresh fail", "", "fail"},
    {kRejected, "", "backup", "", "fail", "", "fail"},
    {kStaleRoute, "refresh", "refresh backup", "refresh", "refresh fail", "", "fail"},
    {kBusy, "", "", "", "fail", "", "fail"},
    {kAmbiguous, "", "backup", "", "fail", "", "fail"},
    {kFinal, "fail", "fail", "fail", "fail", "", "fail"},
};

TEST_F(CallMachineTest, EachVerdictOnEachLegHasItsConsequence) {
  for (const Row& row : kTable) {
    SCOPED_TRACE(verdictName(row.verdict));
    start(write());
    EXPECT_EQ(ends(kPrimary, row.verdict, 1ms), row.primary_alone);
    start(read());
    EXPECT_EQ(ends(kPrimary, row.verdict, 1ms), row.primary_before);
    start(read());
    timer(10ms);
    EXPECT_EQ(ends(kPrimary, row.verdict, 11ms), row.primary_with_backup);
    start(once(write()));
    EXPECT_EQ(ends(kPrimary, row.verdict, 1ms), row.last_primary);
    start(read());
    timer(10ms);
    EXPECT_EQ(ends(kBackup, row.verdict, 11ms), row.backup_with_primary);
    start(once(read()));
    ends(kPrimary, kRejected, 1ms);
    EXPECT_EQ(ends(kBackup, row.verdict, 2ms), row.last_backup);
  }
}

TEST_F(CallMachineTest, A44_AnErrorOfTheBackupNeverEndsTheCall) {
  for (const Verdict verdict : {kNotSent, kRejected, kStaleRoute, kBusy, kAmbiguous, kFinal}) {
    start(read());
    timer(10ms);
    EXPECT_EQ(ends(kBackup, verdict, 11ms), "");
    EXPECT_EQ(ends(kPrimary, kOk, 60ms), "succeed");
    EXPECT_EQ(machine->winner(), kPrimary);
  }
}

TEST_F(CallMachineTest, ABusyPrimaryGetsNoBackupRequestAtAll) {
  start(read());
  EXPECT_EQ(ends(kPrimary, kBusy, 1ms), "");
  EXPECT_EQ(wakesAfter(), 6ms);  // half of the first back-off
  EXPECT_EQ(timer(6ms), "primary");
  EXPECT_EQ(wakesAfter(), 1s);
}

TEST_F(CallMachineTest, ARetryComesAfterABackOffThatGrows) {
  CallPlan plan = write();
  plan.jitter = 0.5;
  start(plan);
  Duration at = 1ms;
  for (int attempt = 1; attempt <= 4; ++attempt) {
    EXPECT_EQ(ends(kPrimary, kRejected, at), "");
    at += retryDelay(attempt, 0.5);
    EXPECT_EQ(wakesAfter(), at);
    EXPECT_EQ(timer(at), "primary");
    at += 1ms;
  }
}

TEST_F(CallMachineTest, TheFirstRequestThatNeverLeftIsRepeatedAtOnceALaterOneIsNot) {
  start(write());
  EXPECT_EQ(ends(kPrimary, kNotSent, 5ms), "refresh");
  EXPECT_EQ(wakesAfter(), 5ms);
  EXPECT_EQ(timer(5ms), "primary");
  EXPECT_EQ(ends(kPrimary, kNotSent, 5ms), "refresh");
  EXPECT_EQ(wakesAfter(), 20ms);
}

TEST_F(CallMachineTest, NewRoutesMakeARetryDueThatWaitsForThem) {
  start(write());
  ends(kPrimary, kStaleRoute, 1ms);
  EXPECT_EQ(newRoutes(2ms), "primary");
  EXPECT_EQ(newRoutes(3ms), "");  // the answer is awaited
}

TEST_F(CallMachineTest, NewRoutesDoNotHurryARetryThatWaitsForSomethingElse) {
  for (const Verdict verdict : {kRejected, kBusy, kAmbiguous}) {
    start(write());
    ends(kPrimary, verdict, 1ms);
    EXPECT_EQ(newRoutes(2ms), "") << verdictName(verdict);
    EXPECT_EQ(wakesAfter(), 6ms);
  }
}

TEST_F(CallMachineTest, RoutesAreNoLongerWantedOnceTheRetryHasGoneOut) {
  start(write());
  ends(kPrimary, kStaleRoute, 1ms);
  timer(6ms);
  ends(kPrimary, kRejected, 7ms);
  EXPECT_EQ(newRoutes(8ms), "");
}

TEST_F(CallMachineTest, A68_WhatMayHaveRunIsNotRepeatedIfItMayNotRunTwice) {
  start(incr());
  EXPECT_EQ(ends(kPrimary, kAmbiguous, 5ms), "fail");
  expectFailure(CallFailure::kOutcomeUnknown);
  EXPECT_EQ(machine->attempts(), 1);
}

TEST_F(CallMachineTest, WhatHasCertainlyNotRunIsRepeatedInAnyCase) {
  for (const Verdict verdict : {kNotSent, kRejected, kStaleRoute, kBusy}) {
    start(incr());
    EXPECT_NE(ends(kPrimary, verdict, 1ms), "fail");
    EXPECT_EQ(timer(100ms), "primary") << verdictName(verdict);
  }
}

TEST_F(CallMachineTest, AttemptsAreLimited) {
  start(write());
  Duration at = 0ms;
  for (int attempt = 1; attempt < limits::kMaxAttempts; ++attempt) {
    ends(kPrimary, kStaleRoute, at);
    EXPECT_EQ(newRoutes(at), "primary");
    EXPECT_EQ(machine->attempts(), attempt + 1);
  }
  EXPECT_EQ(ends(kPrimary, kStaleRoute, at), "refresh fail");
  expectFailure(CallFailure::kAttemptsUsedUp);
}

TEST_F(CallMachineTest, ABackOffThatEndsAfterTheDeadlineIsNotWaitedFor) {
  CallPlan plan = write();
  plan.deadline = kStart + 4ms;
  start(plan);
  EXPECT_EQ(ends(kPrimary, kBusy, 1ms), "fail");
  expectFailure(CallFailure::kTooLateForRetry);
}

TEST_F(CallMachineTest, NewRoutesAreWaitedForUntilTheDeadline) {
  CallPlan plan = write();
  plan.deadline = kStart + 4ms;
  start(plan);
  EXPECT_EQ(ends(kPrimary, kStaleRoute, 1ms), "refresh");
  EXPECT_EQ(wakesAfter(), 4ms);
  CallMachine without_news = *machine;
  EXPECT_EQ(newRoutes(3ms), "primary");
  EXPECT_EQ(textOf(without_news.onTimer(kStart + 4ms)), "fail");
  EXPECT_EQ(without_news.failure(), CallFailure::kDeadline);
}

TEST_F(CallMachineTest, TheDeadlineEndsTheCallWhateverIsUnderWay) {
  start(read());
  timer(10ms);
  EXPECT_EQ(timer(1s), "fail");
  expectFailure(CallFailure::kDeadline);
  EXPECT_EQ(ends(kPrimary, kOk, 1001ms), "");
}

TEST_F(CallMachineTest, ACallThatStartsTooLateSendsNothing) {
  for (const Duration late : {1s, 2s}) {
    EXPECT_EQ(start(read(), late), "");
    EXPECT_EQ(wakesAfter(), 1s);
    EXPECT_EQ(timer(late), "fail");
    expectFailure(CallFailure::kDeadline);
    EXPECT_EQ(machine->attempts(), 0);
  }
}

TEST_F(CallMachineTest, ABackupDelayBeyondTheDeadlineMeansNoBackup) {
  CallPlan plan = read();
  plan.backup_delay = 1s;
  start(plan);
  EXPECT_EQ(wakesAfter(), 1s);
  EXPECT_EQ(timer(1s), "fail");
}

TEST_F(CallMachineTest, AReadWhosePrimaryHasMovedIsSentToTheNewOne) {
  start(read());
  EXPECT_EQ(moved(3ms), "primary");
  EXPECT_EQ(machine->attempts(), 2);
  EXPECT_EQ(wakesAfter(), 10ms);  // the backup request is still to come
  EXPECT_EQ(timer(10ms), "backup");
}

TEST_F(CallMachineTest, WhatMayNotRunTwiceStaysWithTheOldPrimary) {
  start(incr());
  EXPECT_EQ(moved(3ms), "");
  EXPECT_EQ(ends(kPrimary, kOk, 4ms), "succeed");
}

TEST_F(CallMachineTest, AMoveUsesAnAttemptAndNeedsOne) {
  start(once(read()));
  EXPECT_EQ(moved(3ms), "");
  EXPECT_TRUE(machine->waits(kPrimary));
}

TEST_F(CallMachineTest, ALateLoopSendsNothingAtTheDeadline) {
  start(read());
  EXPECT_EQ(moved(1s), "");
  EXPECT_EQ(ends(kPrimary, kRejected, 1s), "fail");
}

}  // namespace
}  // namespace bridle::internal
