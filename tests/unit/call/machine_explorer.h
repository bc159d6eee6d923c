#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/status.h"
#include "call/call_machine.h"
#include "unit/call/steps_text.h"

namespace bridle::test {

using namespace std::chrono_literals;

// What can happen to a call. Whatever is senseless in a state is tried all the same.
struct CallEvent {
  enum class Kind : std::uint8_t {
    kPrimaryEnds,
    kBackupEnds,
    kTimer,     // at the moment the machine asked for
    kDeadline,  // the timer, but the loop was late
    kNewRoutes,
    kPrimaryMoved,
    kPause,  // nothing but 7 ms
  };

  Kind kind;
  internal::Verdict verdict = internal::Verdict::kOk;

  static const std::vector<CallEvent>& all() {
    static const std::vector<CallEvent> events = [] {
      std::vector<CallEvent> list;
      for (int verdict = 0; verdict <= static_cast<int>(internal::Verdict::kFinal); ++verdict) {
        list.push_back({Kind::kPrimaryEnds, static_cast<internal::Verdict>(verdict)});
        list.push_back({Kind::kBackupEnds, static_cast<internal::Verdict>(verdict)});
      }
      for (const Kind kind :
           {Kind::kTimer, Kind::kDeadline, Kind::kNewRoutes, Kind::kPrimaryMoved, Kind::kPause}) {
        list.push_back({kind});
      }
      return list;
    }();
    return events;
  }

  std::string text() const {
    constexpr std::array kNames = {"primary:", "backup:",       "timer",  "deadline",
                                   "routes",   "primary moved", "pause 7"};
    std::string name = kNames[static_cast<std::size_t>(kind)];
    return kind <= Kind::kBackupEnds ? internal::text(name, internal::verdictName(verdict)) : name;
  }
};

// A machine, the time, and what somebody saw who watched it from outside.
struct WatchedCall {
  internal::CallMachine machine;
  internal::TimePoint now;
  bool ended = false;
  std::array<bool, internal::kLegCount> waits{};
  std::array<int, internal::kLegCount> sent{};
  bool may_have_run = false;
  bool was_busy = false;

  internal::Steps apply(const CallEvent& event) {
    using enum CallEvent::Kind;
    switch (event.kind) {
      case kPrimaryEnds:
        return machine.onLegEnd(internal::LegId::kPrimary, event.verdict, now);
      case kBackupEnds:
        return machine.onLegEnd(internal::LegId::kBackup, event.verdict, now);
      case kTimer:
        if (machine.wakeAt() != internal::kNever) now = std::max(now, machine.wakeAt());
        return machine.onTimer(now);
      case kDeadline:
        now = std::max(now, machine.plan().deadline);
        return machine.onTimer(now);
      case kNewRoutes:
        return machine.onNewRoutes(now);
      case kPrimaryMoved:
        return machine.onPrimaryMoved(now);
      case kPause:
        now += 7ms;
        break;
    }
    return {};
  }

  // Takes down what `event` and the steps after it mean.
  void note(const CallEvent& event, const internal::Steps& steps) {
    using internal::Verdict;
    if (const auto leg = static_cast<std::size_t>(event.kind); leg < waits.size()) {
      const bool of_primary = event.kind == CallEvent::Kind::kPrimaryEnds && waits[leg];
      may_have_run |= of_primary && event.verdict == Verdict::kAmbiguous;
      was_busy |= of_primary && event.verdict == Verdict::kBusy;
      if (event.verdict != Verdict::kOk) waits[leg] = false;
    }
    for (const internal::Step step : steps) {
      if (step == internal::Step::kSendPrimary) send(internal::LegId::kPrimary);
      if (step == internal::Step::kSendBackup) send(internal::LegId::kBackup);
      ended |= step == internal::Step::kSucceed || step == internal::Step::kFail;
    }
  }

 private:
  void send(internal::LegId leg) {
    waits[static_cast<std::size_t>(leg)] = true;
    ++sent[static_cast<std::size_t>(leg)];
  }
};

}  // namespace bridle::test
