#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/status.h"
#include "bridle/range_operations.h"
#include "client/client_core.h"
#include "client/job/job.h"
#include "client/job/sub_calls.h"
#include "client/place.h"
#include "client/range/range_cursor.h"
#include "ops/multi_get.h"

namespace bridle::internal {

// Reads a range with multiGetRange, one call after the other.
template <typename Result>
class RangeJob : public JobOf<absl::StatusOr<Result>> {
 public:
  RangeJob(const std::shared_ptr<detail::TableCore>& table, std::string_view name,
           const MultiGetOptions& options, detail::Operation& operation)
      : JobOf<absl::StatusOr<Result>>(table->client(), placeForCall(table->client()).shard, table,
                                      operation),
        name_(name),
        options_(options),
        calls_(table, 1, options.info) {
    if (options.info != nullptr) *options.info = {};
  }

  std::string title() const final {
    return text(name_, " on table \"", calls_.table().name(), "\"");
  }

  void begin() final {
    const std::string problem = problemWithRequest();
    if (!problem.empty()) {
      return this->end(
          makeError(ErrorCode::kInvalidArgument, text(title(), " refused: ", problem)));
    }
    const Duration limit = calls_.table().timeoutOf(options_.timeout_ms);
    deadline_ = saturatingAdd(this->reactor().now(), limit);
    next();
  }

 protected:
  virtual void next() = 0;
  virtual void onEntries(Entries entries) = 0;
  virtual void onFailure(const absl::Status& why) { this->end(why); }
  virtual const RangeCursor& cursor() const = 0;
  virtual void onRangeEnd() {}

  const MultiGetOptions& options() const { return options_; }

  void ask(int max_count) {
    const Duration rest = deadline_ - this->reactor().now();
    if (rest <= Duration::zero()) {
      return onFailure(makeError(ErrorCode::kDeadlineExceeded,
                                 text(title(), " failed: the time is up; there is more")));
    }
    detail::MultiGetRangeRequest request = requestForRest();
    request.options.max_count = max_count;
    calls_.start(request, rest,
                 [self = std::static_pointer_cast<RangeJob>(this->shared_from_this())](
                     absl::StatusOr<Entries> entries) {
                   if (self->ended()) return;
                   if (!entries.ok()) return self->onFailure(entries.status());
                   self->onEntries(*std::move(entries));
                 });
  }

 private:
  detail::MultiGetRangeRequest requestForRest() const {
    return {cursor().hashKey(), cursor().rest(), options_};
  }
  // Found here, so that the text names the operation that was called.
  std::string problemWithRequest() const {
    std::string problem = timeoutProblem(options_.timeout_ms);
    if (!problem.empty()) return problem;
    return MultiGetRangeOp::check(requestForRest(), {calls_.table().options(), 0});
  }

  void onEnd() final {
    calls_.cancelAll();
    onRangeEnd();
  }
  void onRefuse() final { onRangeEnd(); }

  const std::string_view name_;
  const MultiGetOptions options_;
  SubCalls calls_;
  TimePoint deadline_{};
};

// What a RangePages refers to.
class RangePagesCore {
 public:
  RangePagesCore(std::shared_ptr<detail::TableCore> table_in, RangeCursor cursor_in,
                 const MultiGetOptions& options_in)
      : table(std::move(table_in)), cursor(std::move(cursor_in)), options(options_in) {}

  bool tryAcquire() { return !busy_.exchange(true, std::memory_order_acquire); }
  void release() { busy_.store(false, std::memory_order_release); }

  const std::shared_ptr<detail::TableCore> table;
  RangeCursor cursor;  // of whoever has acquired this
  const MultiGetOptions options;

 private:
  std::atomic<bool> busy_{false};
};

// Has acquired the pages, and lets go of them at its end.
class RangePageJob final : public RangeJob<std::vector<Entry>> {
 public:
  RangePageJob(std::shared_ptr<RangePagesCore> pages, detail::Operation& operation)
      : RangeJob(pages->table, "rangePages", pages->options, operation), pages_(std::move(pages)) {}

 private:
  void next() override {
    if (pages_->cursor.finished()) return end(std::vector<Entry>());
    ask(options().max_count);
  }
  const RangeCursor& cursor() const override { return pages_->cursor; }

  void onEntries(Entries entries) override {
    if (entries.entries.empty() && !entries.complete) {
      return end(makeError(ErrorCode::kIncomplete,
                           text(title(),
                                " failed: none of the records that the server looked at is wanted, "
                                "and no way leads past them; use scan, or a smaller range")));
    }
    pages_->cursor.advance(entries);
    if (options().reverse) std::reverse(entries.entries.begin(), entries.entries.end());
    end(std::move(entries.entries));
  }

  void onRangeEnd() override { pages_->release(); }

  const std::shared_ptr<RangePagesCore> pages_;
};

class SortKeysJob final : public RangeJob<SortKeyList> {
 public:
  SortKeysJob(const std::shared_ptr<detail::TableCore>& table, const std::string& hash_key,
              MultiGetOptions options, detail::Operation& operation)
      : RangeJob(table, "multiGetSortKeys", withoutValues(options), operation),
        cursor_(hash_key, {}, options.reverse) {}

 private:
  static MultiGetOptions withoutValues(MultiGetOptions options) {
    options.no_value = true;
    return options;
  }

  int wanted() const { return options().max_count - static_cast<int>(found_.sort_keys.size()); }

  void next() override { ask(options().max_count == 0 ? 0 : wanted()); }
  const RangeCursor& cursor() const override { return cursor_; }

  void onEntries(Entries entries) override {
    cursor_.advance(entries);
    const bool vain = entries.entries.empty();
    if (options().reverse) std::reverse(entries.entries.begin(), entries.entries.end());
    for (Entry& entry : entries.entries) found_.sort_keys.push_back(std::move(entry.sort_key));
    const bool enough = options().max_count > 0 && wanted() <= 0;
    if (!cursor_.finished() && !enough && !vain) return next();
    finish();
  }

  // What has been found by the deadline is worth having.
  void onFailure(const absl::Status& why) override {
    const std::optional<ErrorInfo> info = errorInfo(why);
    const bool late = info.has_value() && info->code == ErrorCode::kDeadlineExceeded;
    if (!late || found_.sort_keys.empty()) return end(why);
    finish();
  }

  void finish() {
    found_.complete = cursor_.finished();
    if (options().reverse) std::reverse(found_.sort_keys.begin(), found_.sort_keys.end());
    end(std::move(found_));
  }

  RangeCursor cursor_;
  SortKeyList found_;
};

}  // namespace bridle::internal
