#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/bench/target.h"

namespace bridle::test {

// A store in virtual time, on one loop: requests take as long and end as `answer` says. nullopt
// means that no answer ever comes.
class VirtualTarget final : public internal::bench::Target, public internal::bench::Loop {
 public:
  using Completion = internal::bench::Completion;

  struct Request {
    std::uint64_t number = 0;  // from 0
    internal::bench::Action action{};
    bool write = false;
    std::string key;
    std::string sort_key;
    std::string value;
    std::vector<std::string> sort_keys;
    std::int64_t rows = 0;
    internal::Duration at{};  // since the start
  };
  struct Answer {
    internal::Duration after{};
    internal::bench::OpStatus status = internal::bench::OpStatus::kOk;
    std::string value = {};
    std::string error = {};
    std::int64_t rows = 0;
  };
  using Script = std::function<std::optional<Answer>(const Request&)>;

  explicit VirtualTarget(Script answer) : answer_(std::move(answer)) {}

  std::size_t loops() const override { return 1; }
  Loop& loop(std::size_t) override { return *this; }
  internal::bench::BackupCounts backupCounts() const override { return backups; }

  void send(const internal::bench::Request& request, Completion& done) override {
    if (on_request) on_request(done);
    std::vector<std::string> sort_keys(request.sort_keys.begin(), request.sort_keys.end());
    const std::optional<Answer> answer =
        answer_({.number = requests++,
                 .action = request.action,
                 .write = request.action == internal::bench::Action::kWrite,
                 .key = std::string(request.hash_key),
                 .sort_key = std::string(request.sort_key),
                 .value = std::string(request.value),
                 .sort_keys = std::move(sort_keys),
                 .rows = request.rows,
                 .at = internal::Duration(now_ - kStart)});
    if (answer) events_.emplace(now_ + answer->after.count(), Event{&done, *answer});
  }
  void wait(internal::Duration pause, Completion& done) override {
    ++pauses;
    events_.emplace(now_ + pause.count(), Event{&done, {}});
  }

  std::int64_t nowNanos() override { return now_; }

  // Returns when nothing is to come any more, as well.
  void run() override {
    while (!stopped_ && !events_.empty()) {
      const auto first = events_.begin();
      now_ = first->first;
      const Event event = std::move(first->second);
      events_.erase(first);
      const Answer& answer = event.answer;
      event.done->onDone({answer.status, answer.value, answer.error, answer.rows});
    }
  }
  void stop() override { stopped_ = true; }

  std::function<void(Completion&)> on_request;  // if set, hears of every request
  std::uint64_t requests = 0;
  std::uint64_t pauses = 0;
  internal::bench::BackupCounts backups;

 private:
  struct Event {
    Completion* done;
    Answer answer;
  };

  static constexpr std::int64_t kStart = 1'000'000'000'000;

  Script answer_;
  std::multimap<std::int64_t, Event> events_;
  std::int64_t now_ = kStart;
  std::atomic<bool> stopped_{false};
};

}  // namespace bridle::test
