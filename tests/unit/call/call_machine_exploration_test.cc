#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "unit/call/machine_explorer.h"

// Every sequence of events up to a length is tried on every kind of plan, and after each event what
// must hold whatever happens is checked.
namespace bridle::internal {
namespace {

using test::CallEvent;
using test::textOf;
using test::WatchedCall;
using namespace std::chrono_literals;

constexpr TimePoint kStart = TimePoint{} + 1h;
constexpr int kLength = 6;

bool has(const Steps& steps, Step step) {
  return std::find(steps.begin(), steps.end(), step) != steps.end();
}

class Exploration {
 public:
  explicit Exploration(const CallPlan& plan) : plan_(plan) {}

  void run() {
    WatchedCall call{.machine = CallMachine(plan_), .now = kStart};
    call.note({CallEvent::Kind::kPause}, call.machine.start(kStart));
    explore(call, kLength);
  }

  std::int64_t sequences() const { return sequences_; }
  const std::string& problem() const { return problem_; }

 private:
  void explore(const WatchedCall& before, int events_left) {
    for (const CallEvent& event : CallEvent::all()) {
      if (!problem_.empty()) return;
      ++sequences_;
      history_.push_back(event);
      WatchedCall after = before;
      const Steps steps = after.apply(event);
      after.note(event, steps);
      check(before, event, steps, after);
      if (events_left > 1 && !before.ended && !meaningless(before, event)) {
        explore(after, events_left - 1);
      }
      history_.pop_back();
    }
  }

  // The end of a leg that does not wait.
  static bool meaningless(const WatchedCall& before, const CallEvent& event) {
    const auto leg = static_cast<std::size_t>(event.kind);
    return leg < before.waits.size() && !before.waits[leg];
  }

  void check(const WatchedCall& before, const CallEvent& event, const Steps& steps,
             const WatchedCall& after) {
    checkEnd(before, steps, after);
    checkSends(before, event, steps, after);
    if (meaningless(before, event)) {
      expect(steps.empty(), "a leg that does not wait has no say");
    } else if (event.kind <= CallEvent::Kind::kBackupEnds && !before.ended) {
      checkLegEnd(before, event, steps, after);
    }
    if (after.now >= plan_.deadline && event.kind == CallEvent::Kind::kDeadline && !before.ended) {
      expect(textOf(steps) == "fail" && after.machine.failure() == CallFailure::kDeadline,
             "the deadline ends a call");
    }
    for (const LegId leg : {LegId::kPrimary, LegId::kBackup}) {
      const bool waits = after.waits[static_cast<std::size_t>(leg)];
      expect(after.ended || after.machine.waits(leg) == waits, "the machine knows who owes");
    }
  }

  void checkEnd(const WatchedCall& before, const Steps& steps, const WatchedCall& after) {
    if (before.ended) expect(steps.empty(), "nothing happens after the end");
    expect(after.machine.ended() == after.ended, "the machine knows that it has ended");
    const bool end = has(steps, Step::kSucceed) || has(steps, Step::kFail);
    const bool sends = has(steps, Step::kSendPrimary) || has(steps, Step::kSendBackup);
    expect(!(end && sends), "an end sends nothing");
    expect(!(has(steps, Step::kSucceed) && has(steps, Step::kFail)), "there is one end");
    const TimePoint wake = after.machine.wakeAt();
    expect(after.ended ? wake == kNever : wake <= plan_.deadline,
           "a timer is armed up to the deadline until the end, then none");
  }

  void checkSends(const WatchedCall& before, const CallEvent& event, const Steps& steps,
                  const WatchedCall& after) {
    const auto [primary, backup] = after.sent;
    expect(primary == after.machine.attempts() && primary <= plan_.max_attempts,
           "attempts are counted and limited");
    expect(backup <= (plan_.backup_delay > Duration::zero() ? 1 : 0), "one backup at most");
    expect(plan_.idempotent || !before.may_have_run || primary == before.sent[0],
           "what may have run is not repeated if it may not run twice");
    const bool sends = has(steps, Step::kSendPrimary) || has(steps, Step::kSendBackup);
    expect(!sends || after.now < plan_.deadline, "nothing is sent at the deadline or later");
    if (has(steps, Step::kSendPrimary)) {
      const bool moved = event.kind == CallEvent::Kind::kPrimaryMoved;
      expect(moved == before.waits[0], "a primary that owes an answer is asked again if it moved");
      expect(!moved || plan_.idempotent, "a move repeats only what may run twice");
    }
    if (has(steps, Step::kSendBackup)) {
      const bool due = after.now >= kStart + plan_.backup_delay;
      const bool primary_failed = event.kind == CallEvent::Kind::kPrimaryEnds;
      expect(due || primary_failed, "a backup waits for its delay or a failed primary");
      expect(!after.was_busy, "a busy server gets no backup request");
    }
  }

  void checkLegEnd(const WatchedCall& before, const CallEvent& event, const Steps& steps,
                   const WatchedCall& after) {
    const bool of_primary = event.kind == CallEvent::Kind::kPrimaryEnds;
    const Verdict verdict = event.verdict;
    if (verdict == Verdict::kOk) {
      expect(textOf(steps) == "succeed", "the first good reply ends the call");
      expect(after.machine.winner() == (of_primary ? LegId::kPrimary : LegId::kBackup),
             "who replied has won");
      return;
    }
    const bool final = of_primary && verdict == Verdict::kFinal;
    const bool unknown = of_primary && verdict == Verdict::kAmbiguous && !plan_.idempotent;
    const bool other_waits = before.waits[of_primary ? 1 : 0];
    const bool fails = has(steps, Step::kFail);
    expect(fails || !(final || unknown), "a final or unrepeatable failure of the primary ends it");
    expect(!fails || final || unknown || !other_waits, "an error leaves the other leg its chance");
    const bool wants_routes =
        of_primary && (verdict == Verdict::kStaleRoute || verdict == Verdict::kNotSent);
    expect(has(steps, Step::kRefreshRoutes) == wants_routes, "only wrong routes are asked anew");
    if (fails) checkReason(final, unknown, after.machine);
  }

  void checkReason(bool final, bool unknown, const CallMachine& machine) {
    CallFailure reason = machine.attempts() < plan_.max_attempts ? CallFailure::kTooLateForRetry
                                                                 : CallFailure::kAttemptsUsedUp;
    if (final) reason = CallFailure::kFinal;
    if (unknown) reason = CallFailure::kOutcomeUnknown;
    expect(machine.failure() == reason, "the failure has its name");
  }

  void expect(bool holds, const char* what) {
    if (holds || !problem_.empty()) return;
    problem_ = text("violated: ", what, "; after: start");
    for (const CallEvent& event : history_) problem_ += ", " + event.text();
  }

  const CallPlan plan_;
  std::vector<CallEvent> history_;
  std::string problem_;
  std::int64_t sequences_ = 0;
};

TEST(CallMachineExploration, NoSequenceOfEventsBreaksARule) {
  std::int64_t sequences = 0;
  for (const bool idempotent : {true, false}) {
    for (const Duration backup_delay : {0ms, 10ms}) {
      for (const int max_attempts : {1, 2, 8}) {
        for (const Duration time_out : {4ms, 30ms}) {
          Exploration exploration({.idempotent = idempotent,
                                   .backup_delay = backup_delay,
                                   .deadline = kStart + time_out,
                                   .max_attempts = max_attempts,
                                   .jitter = 0.5});
          exploration.run();
          EXPECT_EQ(exploration.problem(), "")
              << "idempotent " << idempotent << ", backup after " << toMillis(backup_delay)
              << " ms, " << max_attempts << " attempts, time-out " << toMillis(time_out) << " ms";
          sequences += exploration.sequences();
        }
      }
    }
  }
  RecordProperty("sequences", std::to_string(sequences));
  EXPECT_GT(sequences, 1'000'000);
}

}  // namespace
}  // namespace bridle::internal
