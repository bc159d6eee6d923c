#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/limits.h"
#include "base/time.h"
#include "call/verdict.h"

namespace bridle::internal {

enum class LegId : std::uint8_t { kPrimary, kBackup };
inline constexpr std::size_t kLegCount = 2;

// What a call may do, fixed when it starts.
struct CallPlan {
  bool idempotent = true;       // may be executed twice
  Duration backup_delay{};      // zero: never send a backup request (all writes, by type)
  TimePoint deadline = kNever;  // of the whole call
  int max_attempts = limits::kMaxAttempts;
  double jitter = 0;  // in [0, 1): where in its range each back-off of this call lies
};

// Why a call has failed.
enum class CallFailure : std::uint8_t {
  kNone,
  kDeadline,
  kFinal,
  kOutcomeUnknown,
  kAttemptsUsedUp,
  kTooLateForRetry  // attempts are left, but the back-off ends after the deadline
};

// What the owner of a machine has to do now, in this order.
enum class Step : std::uint8_t { kRefreshRoutes, kSendPrimary, kSendBackup, kSucceed, kFail };

class Steps {
 public:
  void add(Step step) { steps_[size_++] = step; }
  void add(const Steps& more) {
    for (const Step step : more) add(step);
  }
  const Step* begin() const { return steps_.data(); }
  const Step* end() const { return steps_.data() + size_; }
  bool empty() const { return size_ == 0; }

 private:
  std::array<Step, 6> steps_{};
  std::size_t size_ = 0;
};

// The life of one call: which leg to send when, and which event ends it. Pure: events and the time
// go in, steps come out; no clock, no socket, no allocation.
//
//  - The primary is asked at once. A backup request goes out after backup_delay, or as soon as the
//    primary has failed in a way that another replica may not share. There is at most one backup
//    request per call.
//  - The first good reply ends the call. An error of one leg never does while the other may still
//    answer; only a final answer of the primary ends it, and a final answer of a secondary counts
//    for nothing.
//  - A failed primary is asked again after a back-off, or at once when new routes come, as long as
//    attempts and time last; not if it may have been executed and may not be twice.
//  - Nothing is sent after the end, nor at the deadline or later.
class CallMachine {
 public:
  explicit CallMachine(const CallPlan& plan) : plan_(plan) {}

  Steps start(TimePoint now);  // never an end: a call that is late already ends in onTimer()
  Steps onLegEnd(LegId leg, Verdict verdict,
                 TimePoint now);        // of a leg that was sent, or could not be
  Steps onBackupDenied(TimePoint now);  // answer to kSendBackup: there will be none
  Steps onTimer(TimePoint now);         // at wakeAt() or later
  Steps onNewRoutes(TimePoint now);     // a retry that waits for them is due
  Steps onPrimaryMoved(TimePoint now);  // the server that owes an answer is no longer the primary

  TimePoint wakeAt() const;  // when onTimer is due; kNever after the end
  bool waits(LegId leg) const { return state_[index(leg)] == LegState::kSent; }
  bool ended() const { return ended_; }
  LegId winner() const { return winner_; }  // after kSucceed
  // After kSucceed: the first request was answered before a backup request was due.
  bool wasTimely() const {
    return attempts_ == 1 && state_[index(LegId::kBackup)] == LegState::kUnused;
  }
  CallFailure failure() const { return failure_; }
  int attempts() const { return attempts_; }
  const CallPlan& plan() const { return plan_; }

 private:
  enum class LegState : std::uint8_t { kUnused, kSent, kFailed };

  static constexpr std::size_t index(LegId leg) { return static_cast<std::size_t>(leg); }
  LegState& state(LegId leg) { return state_[index(leg)]; }

  void sendPrimary(Steps& steps);
  void sendBackup(Steps& steps);
  void succeed(Steps& steps, LegId leg);
  void fail(Steps& steps, CallFailure failure);
  void onPrimaryFailed(Steps& steps, Verdict verdict, TimePoint now);
  void planRetry(Verdict verdict, TimePoint now);
  void failIfNothingLeft(Steps& steps);

  CallPlan plan_;
  std::array<LegState, kLegCount> state_{};
  TimePoint backup_at_ = kNever;
  TimePoint retry_at_ = kNever;
  int attempts_ = 0;
  LegId winner_ = LegId::kPrimary;
  CallFailure failure_ = CallFailure::kNone;
  bool wants_routes_ = false;  // new routes make the waiting retry due at once
  bool ended_ = false;
};

}  // namespace bridle::internal
