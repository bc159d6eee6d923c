#include "call/call_machine.h"

#include <algorithm>

#include "call/retry_policy.h"

namespace bridle::internal {

Steps CallMachine::start(TimePoint now) {
  Steps steps;
  if (now >= plan_.deadline) return steps;
  if (plan_.backup_delay > Duration::zero()) backup_at_ = saturatingAdd(now, plan_.backup_delay);
  sendPrimary(steps);
  return steps;
}

Steps CallMachine::onLegEnd(LegId leg, Verdict verdict, TimePoint now) {
  Steps steps;
  if (ended_ || !waits(leg)) return steps;
  if (verdict == Verdict::kOk) {
    succeed(steps, leg);
  } else if (leg == LegId::kPrimary) {
    onPrimaryFailed(steps, verdict, now);
  } else {
    state(LegId::kBackup) = LegState::kFailed;
    failIfNothingLeft(steps);
  }
  return steps;
}

Steps CallMachine::onBackupDenied(TimePoint now) {
  return onLegEnd(LegId::kBackup, Verdict::kNotSent, now);
}

Steps CallMachine::onTimer(TimePoint now) {
  Steps steps;
  if (ended_) return steps;
  if (now >= plan_.deadline) {
    fail(steps, CallFailure::kDeadline);
    return steps;
  }
  if (now >= retry_at_) sendPrimary(steps);
  if (now >= backup_at_) sendBackup(steps);
  return steps;
}

Steps CallMachine::onNewRoutes(TimePoint now) {
  if (!ended_ && wants_routes_ && retry_at_ != kNever) retry_at_ = now;
  return now >= wakeAt() ? onTimer(now) : Steps();
}

Steps CallMachine::onPrimaryMoved(TimePoint now) {
  Steps steps;
  if (ended_ || !waits(LegId::kPrimary) || now >= plan_.deadline) return steps;
  if (!plan_.idempotent || attempts_ >= plan_.max_attempts) return steps;
  sendPrimary(steps);
  return steps;
}

TimePoint CallMachine::wakeAt() const {
  if (ended_) return kNever;
  return std::min({plan_.deadline, backup_at_, retry_at_});
}

void CallMachine::sendPrimary(Steps& steps) {
  ++attempts_;
  retry_at_ = kNever;
  wants_routes_ = false;
  state(LegId::kPrimary) = LegState::kSent;
  steps.add(Step::kSendPrimary);
}

void CallMachine::sendBackup(Steps& steps) {
  backup_at_ = kNever;
  state(LegId::kBackup) = LegState::kSent;
  steps.add(Step::kSendBackup);
}

void CallMachine::succeed(Steps& steps, LegId leg) {
  ended_ = true;
  winner_ = leg;
  steps.add(Step::kSucceed);
}

void CallMachine::fail(Steps& steps, CallFailure failure) {
  ended_ = true;
  failure_ = failure;
  steps.add(Step::kFail);
}

void CallMachine::onPrimaryFailed(Steps& steps, Verdict verdict, TimePoint now) {
  state(LegId::kPrimary) = LegState::kFailed;
  if (verdict == Verdict::kFinal) return fail(steps, CallFailure::kFinal);
  if (verdict == Verdict::kAmbiguous && !plan_.idempotent) {
    return fail(steps, CallFailure::kOutcomeUnknown);
  }
  if (verdict == Verdict::kStaleRoute || verdict == Verdict::kNotSent) {
    wants_routes_ = true;
    steps.add(Step::kRefreshRoutes);
  }
  planRetry(verdict, now);
  if (verdict == Verdict::kBusy) {
    backup_at_ = kNever;  // a server that asks to slow down is not helped by more requests
  } else if (backup_at_ != kNever && now < plan_.deadline) {
    // No use in waiting any longer for the primary.
    sendBackup(steps);
  }
  failIfNothingLeft(steps);
}

void CallMachine::planRetry(Verdict verdict, TimePoint now) {
  if (attempts_ >= plan_.max_attempts) return;
  const bool at_once = verdict == Verdict::kNotSent && attempts_ == 1;
  const TimePoint at = at_once ? now : saturatingAdd(now, retryDelay(attempts_, plan_.jitter));
  // A retry that comes too late is worth waiting for only if new routes may make it come sooner.
  if (at < plan_.deadline || wants_routes_) retry_at_ = at;
}

void CallMachine::failIfNothingLeft(Steps& steps) {
  if (waits(LegId::kPrimary) || waits(LegId::kBackup) || retry_at_ != kNever) return;
  fail(steps, attempts_ < plan_.max_attempts ? CallFailure::kTooLateForRetry
                                             : CallFailure::kAttemptsUsedUp);
}

}  // namespace bridle::internal
