#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "tools/bench/target.h"

namespace bridle::test {

// A store in virtual time, on one loop: requests take as long and end as `answer` says. nullopt
// means that no answer ever comes.
class VirtualTarget final : public internal::bench::Target, public internal::bench::Loop {
 public:
  using Completion = internal::bench::Completion;

  struct Request {
    std::uint64_t number = 0;  // from 0
    bool write = false;
    std::string key;
    std::string value;
    internal::Duration at{};  // since the start
  };
  struct Answer {
    internal::Duration after{};
    internal::bench::OpStatus status = internal::bench::OpStatus::kOk;
    std::string value = {};
    std::string error = {};
  };
  using Script = std::function<std::optional<Answer>(const Request&)>;

  explicit VirtualTarget(Script answer) : answer_(std::move(answer)) {}

  std::size_t loops() const override { return 1; }
  Loop& loop(std::size_t) override { return *this; }
  internal::bench::BackupCounts backupCounts() const override { return backups; }

  void read(std::string_view key, Completion& done) override { request(false, key, "", done); }
  void write(std::string_view key, std::string_view value, Completion& done) override {
    request(true, key, value, done);
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
      event.done->onDone({event.answer.status, event.answer.value, event.answer.error});
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

  void request(bool write, std::string_view key, std::string_view value, Completion& done) {
    if (on_request) on_request(done);
    const std::optional<Answer> answer =
        answer_({requests++, write, std::string(key), std::string(value),
                 internal::Duration(now_ - kStart)});
    if (answer) events_.emplace(now_ + answer->after.count(), Event{&done, *answer});
  }

  static constexpr std::int64_t kStart = 1'000'000'000'000;

  Script answer_;
  std::multimap<std::int64_t, Event> events_;
  std::int64_t now_ = kStart;
  std::atomic<bool> stopped_{false};
};

}  // namespace bridle::test
