#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/status.h"
#include "bridle/batch.h"
#include "client/client_core.h"
#include "client/job/job.h"
#include "client/job/sub_calls.h"
#include "client/place.h"

namespace bridle::internal {

// Many items of one batch, each with a result of its own, done by calls of which a window is in
// flight.
template <typename Result>
class BatchJob : public JobOf<std::vector<Result>> {
 public:
  using Results = std::vector<Result>;

  BatchJob(const std::shared_ptr<detail::TableCore>& table, std::string_view name,
           std::size_t items, const BatchOptions& options, detail::Operation& operation)
      : JobOf<Results>(table->client(), placeForCall(table->client()).shard, table, operation),
        name_(name),
        options_(options),
        calls_(table, static_cast<std::size_t>(std::max(options.window, 1)), options.info),
        results_(items) {
    if (options.info != nullptr) *options.info = {};
  }

  std::string title() const final {
    return text(name_, " on table \"", calls_.table().name(), "\"");
  }

  void begin() final {
    const std::string problem = problemWithOptions();
    if (!problem.empty()) return this->end(failure(refusal(problem)));
    deadline_ = saturatingAdd(this->reactor().now(), calls_.table().timeoutOf(options_.timeout_ms));
    prepare();
    pump();
  }

 protected:
  virtual void prepare() {}
  virtual bool hasWork() const = 0;
  virtual void startOne() = 0;  // of the work
  virtual void dropWork() = 0;  // all of it
  // Of an item without a result: is it a write that was begun?
  virtual bool isWriteUnderWay(std::size_t) const { return false; }

  SubCalls& calls() { return calls_; }
  Duration timeLeft() const { return deadline_ - this->reactor().now(); }
  template <typename Value>
  void set(std::size_t item, Value&& result) {
    results_[item].emplace(std::forward<Value>(result));
  }
  bool isSet(std::size_t item) const { return results_[item].has_value(); }

  // After each call that has ended.
  void pump() {
    while (hasWork() && !calls_.full() && timeLeft() > Duration::zero()) startOne();
    if (hasWork() && timeLeft() <= Duration::zero()) dropWork();
    if (hasWork() || !calls_.none()) return;
    const bool all = std::all_of(results_.begin(), results_.end(),
                                 [](const auto& result) { return result.has_value(); });
    this->end(failure(all ? absl::OkStatus() : tooLate()));
  }

  // The results so far; items without one, if any, have failed with `why`.
  Results failure(const absl::Status& why) final {
    Results results;
    results.reserve(results_.size());
    for (std::size_t item = 0; item < results_.size(); ++item) {
      if (isSet(item)) {
        results.push_back(*std::move(results_[item]));
      } else {
        results.push_back(Result(isWriteUnderWay(item) ? maybeExecuted(why) : why));
      }
    }
    return results;
  }

 private:
  void onEnd() final { calls_.cancelAll(); }

  std::string problemWithOptions() const {
    if (options_.window < 1 || options_.window > limits::kMaxBatchWindow) {
      return text("window is ", options_.window, "; it must be from 1 to ",
                  limits::kMaxBatchWindow);
    }
    return timeoutProblem(options_.timeout_ms);
  }

  absl::Status refusal(std::string_view problem) const {
    return makeError(ErrorCode::kInvalidArgument, text(title(), " refused: ", problem));
  }

  absl::Status tooLate() const {
    return makeError(
        ErrorCode::kDeadlineExceeded,
        text(title(), " failed: this item was not begun within the time-out of ",
             toMillis(calls_.table().timeoutOf(options_.timeout_ms)), " ms of the batch"));
  }

  const std::string_view name_;
  const BatchOptions options_;
  SubCalls calls_;
  std::vector<std::optional<Result>> results_;
  TimePoint deadline_{};
};

}  // namespace bridle::internal
