#include "bridle/range_operations.h"

#include <utility>

#include "client/job/await_job.h"
#include "client/range/del_range_job.h"
#include "client/range/range_jobs.h"

namespace bridle {

using detail::JobStart;
using internal::awaitJob;
using internal::text;
using Page = absl::StatusOr<std::vector<Entry>>;

Page RangePages::next() {
  return awaitJob<Page>(*core_->table, "rangePages", nullptr, nextJob());
}

JobStart RangePages::nextJob() const {
  return [core = core_](detail::Operation& operation,
                        const std::shared_ptr<detail::JobControl>& control) {
    internal::ClientCore& client = core->table->client();
    if (core->tryAcquire()) {
      return internal::launch(client, std::make_shared<internal::RangePageJob>(core, operation),
                              control);
    }
    internal::deliverSoon<Page>(
        client.shard(0).reactor(), operation,
        internal::makeError(ErrorCode::kInvalidArgument,
                            text("rangePages on table \"", core->table->name(),
                                 "\" refused: another call is under way; wait for it")));
  };
}

absl::StatusOr<RangePages> RangeOperations::rangePages(std::string_view hash_key,
                                                       const SortKeyRange& range,
                                                       const MultiGetOptions& options) {
  if (hash_key.empty()) {
    return internal::makeError(
        ErrorCode::kInvalidArgument,
        text("rangePages on table \"", core_->name(), "\" refused: the hash key is empty"));
  }
  return RangePages(std::make_shared<internal::RangePagesCore>(
      core_, internal::RangeCursor(hash_key, range, options.reverse), options));
}

absl::StatusOr<SortKeyList> RangeOperations::multiGetSortKeys(std::string_view hash_key,
                                                              const MultiGetOptions& options) {
  return awaitJob<absl::StatusOr<SortKeyList>>(*core_, "multiGetSortKeys", options.info,
                                               multiGetSortKeysJob(hash_key, options));
}

absl::StatusOr<std::int64_t> RangeOperations::delRange(std::string_view hash_key,
                                                       const SortKeyRange& range,
                                                       const DelRangeOptions& options) {
  return awaitJob<absl::StatusOr<std::int64_t>>(*core_, "delRange", options.info,
                                                delRangeJob(hash_key, range, options));
}

JobStart RangeOperations::multiGetSortKeysJob(std::string_view hash_key,
                                              const MultiGetOptions& options) const {
  return [table = core_, hash_key = std::string(hash_key), options](
             detail::Operation& operation, const std::shared_ptr<detail::JobControl>& control) {
    internal::launch(table->client(),
                     std::make_shared<internal::SortKeysJob>(table, hash_key, options, operation),
                     control);
  };
}

JobStart RangeOperations::delRangeJob(std::string_view hash_key, const SortKeyRange& range,
                                      const DelRangeOptions& options) const {
  SortKeyRange rest = range;
  if (options.progress != nullptr && options.progress->next_sort_key > rest.start) {
    rest.start = options.progress->next_sort_key;
    rest.start_inclusive = true;
  }
  return [table = core_, hash_key = std::string(hash_key),
          plan = internal::planOfHashKey(hash_key, rest, {}), options](
             detail::Operation& operation, const std::shared_ptr<detail::JobControl>& control) {
    internal::launch(
        table->client(),
        std::make_shared<internal::DelRangeJob>(table, hash_key, plan, options, operation),
        control);
  };
}

}  // namespace bridle
