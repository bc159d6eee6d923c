#include "client/range/del_range_job.h"

#include <utility>

#include "base/error.h"
#include "base/limits.h"
#include "base/status.h"
#include "client/client_core.h"
#include "client/place.h"

namespace bridle::internal {
namespace {

std::shared_ptr<ScanReader> readerOf(const std::shared_ptr<detail::TableCore>& table,
                                     std::size_t shard, const absl::StatusOr<ScanPlan>& plan,
                                     CallInfo& info) {
  if (!plan.ok()) return nullptr;
  ScanPosition position{.app_id = table->routes()->appId()};
  if (!plan->isEmpty()) position.segments.emplace_back();
  const ScanOptions keys_only{
      .page_size = limits::kMaxScanPageRows, .no_value = true, .info = &info};
  return std::make_shared<ScanReader>(table, shard, *plan, std::move(position), keys_only);
}

}  // namespace

DelRangeJob::DelRangeJob(const std::shared_ptr<detail::TableCore>& table, std::string hash_key,
                         const absl::StatusOr<ScanPlan>& plan, const DelRangeOptions& options,
                         detail::Operation& operation)
    : JobOf(table->client(), placeForCall(table->client()).shard, table, operation),
      hash_key_(std::move(hash_key)),
      problem_(plan.status()),
      options_(options),
      reader_(readerOf(table, shard(), plan, scan_info_)),
      calls_(table, 1, options.info) {
  if (options.info != nullptr) *options.info = {};
}

std::string DelRangeJob::title() const {
  return text("delRange on table \"", calls_.table().name(), "\"");
}

void DelRangeJob::begin() {
  std::string problem(toStd(problem_.message()));
  if (problem.empty()) problem = timeoutProblem(options_.timeout_ms);
  if (!problem.empty()) {
    return end(makeError(ErrorCode::kInvalidArgument, text(title(), " refused: ", problem)));
  }
  deadline_ = saturatingAdd(reactor().now(), calls_.table().timeoutOf(options_.timeout_ms));
  next();
}

void DelRangeJob::next() {
  if (done_ < page_.size()) return removeSome();
  reader_->fetch(ScanReader::Mode::kRows, deadline_, callback(*this, &DelRangeJob::onPage));
}

void DelRangeJob::onPage(const absl::Status& status) {
  tellOfScan();
  if (!status.ok()) return end(failure(status));
  page_ = reader_->page().takeRows();
  done_ = 0;
  if (page_.empty()) return end(deleted_);
  removeSome();
}

void DelRangeJob::removeSome() {
  const Duration rest = deadline_ - reactor().now();
  if (rest <= Duration::zero()) {
    return end(failure(makeError(
        ErrorCode::kDeadlineExceeded,
        text(title(), " failed: the time is up after ", deleted_, " records; there are more"))));
  }
  step_.clear();
  std::size_t bytes = 0;
  for (std::size_t i = done_; i < page_.size(); ++i) {
    bytes += page_[i].sort_key.size();
    if (step_.size() == limits::kDelRangeKeys || (!step_.empty() && bytes > limits::kDelRangeBytes))
      break;
    step_.push_back(page_[i].sort_key);
  }
  calls_.start(detail::MultiDelRequest{hash_key_, step_}, rest,
               callback(*this, &DelRangeJob::onRemoved));
}

void DelRangeJob::onRemoved(const absl::StatusOr<std::int64_t>& count) {
  if (!count.ok()) return end(failure(count.status()));
  done_ += step_.size();
  deleted_ += static_cast<std::int64_t>(step_.size());
  if (options_.progress != nullptr) {
    options_.progress->deleted += static_cast<std::int64_t>(step_.size());
    // The smallest key above the last one.
    options_.progress->next_sort_key = text(step_.back(), std::string_view("\0", 1));
  }
  next();
}

absl::StatusOr<std::int64_t> DelRangeJob::failure(const absl::Status& why) {
  const bool began_to_remove = deleted_ > 0 || !calls_.none();
  return began_to_remove ? maybeExecuted(why) : why;
}

void DelRangeJob::onEnd() {
  if (reader_ != nullptr) {
    reader_->stop();
    tellOfScan();
  }
  calls_.cancelAll();
}

// The decree stays that of the last removal.
void DelRangeJob::tellOfScan() {
  reader_->tellInfo();
  if (options_.info != nullptr && scan_info_.tries > 0) {
    scan_info_.decree = options_.info->decree;
    addCallInfo(*options_.info, scan_info_);
  }
  reader_->beginInfo();
}

}  // namespace bridle::internal
