// The operations of a Table that go through a range of sort keys of one hash key, in as many calls
// as it takes.
#pragma once

#include <boost/asio/deferred.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "bridle/detail/job.h"
#include "bridle/entry.h"
#include "bridle/options.h"
#include "bridle/scan_operations.h"

namespace bridle {

namespace internal {
class RangePagesCore;
}

struct SortKeyList {
  std::vector<std::string> sort_keys = {};
  bool complete = true;  // false: there may be more

  bool operator==(const SortKeyList&) const = default;
};

// How far delRange has come.
struct DelRangeProgress {
  std::int64_t deleted = 0;        // records, over all calls that were given this
  std::string next_sort_key = {};  // what the range has before this one is done; empty: nothing is

  bool operator==(const DelRangeProgress&) const = default;
};

struct DelRangeOptions {
  // Brought forward after each step; must live until the call ends. Given again to another call for
  // the same range it makes that one go on. Null: not wanted.
  DelRangeProgress* progress = nullptr;

  double timeout_ms = 0;  // of the whole call; 0 = the table's
  CallInfo* info = nullptr;
};

// A range that is read page by page: see RangeOperations::rangePages. An error is no end: the next
// call goes on where it was. One call at a time, as for Scanner; moved like it.
class RangePages {
 public:
  // For the library.
  explicit RangePages(std::shared_ptr<internal::RangePagesCore> core) : core_(std::move(core)) {}

  // The next records in the order of the range; empty: the end. ErrorCode::kIncomplete: none of the
  // 3000 records that the server looked at is wanted, and no way leads past them; use scan.
  absl::StatusOr<std::vector<Entry>> next();
  template <typename Token = boost::asio::deferred_t>
  auto asyncNext(Token&& token = {}) {
    return detail::initiateJob<absl::StatusOr<std::vector<Entry>>>(nextJob(), token);
  }

 private:
  detail::JobStart nextJob() const;

  std::shared_ptr<internal::RangePagesCore> core_;
};

// Part of Table, which says what holds for all operations. An empty hash key is refused here.
class RangeOperations : public ScanOperations {
 public:
  // Reads a range page by page with multiGetRange, whose options are those of each page: with
  // backup requests, unlike scan, and with `reverse` from its end, each page itself in descending
  // order. Nothing is asked before the first page.
  absl::StatusOr<RangePages> rangePages(std::string_view hash_key, const SortKeyRange& range = {},
                                        const MultiGetOptions& options = {});

  // The sort keys of a hash key, in ascending order: at most max_count of them, or with `reverse`
  // the last max_count (0: all). Asks as often as that takes. `complete` is false where the limit
  // was reached, or where the server looked at 3000 records in a row without finding one that
  // lives. max_bytes is that of each call.
  absl::StatusOr<SortKeyList> multiGetSortKeys(std::string_view hash_key,
                                               const MultiGetOptions& options = {});
  template <typename Token = boost::asio::deferred_t>
  auto asyncMultiGetSortKeys(std::string_view hash_key, const MultiGetOptions& options = {},
                             Token&& token = {}) {
    return detail::initiateJob<absl::StatusOr<SortKeyList>>(multiGetSortKeysJob(hash_key, options),
                                                            token);
  }
  template <detail::JobTokenFor<absl::StatusOr<SortKeyList>> Token>
  auto asyncMultiGetSortKeys(std::string_view hash_key, Token&& token) {
    return asyncMultiGetSortKeys(hash_key, MultiGetOptions{}, std::forward<Token>(token));
  }

  // Removes all records of a range; the result is how many. It scans their keys and removes them in
  // steps, 100 at a time: NOT atomic. Others see the range partly removed; what is written into it
  // meanwhile may stay or go; after an error, or a cancellation, some of it is gone, which
  // `progress` tells.
  absl::StatusOr<std::int64_t> delRange(std::string_view hash_key, const SortKeyRange& range,
                                        const DelRangeOptions& options = {});
  template <typename Token = boost::asio::deferred_t>
  auto asyncDelRange(std::string_view hash_key, const SortKeyRange& range,
                     const DelRangeOptions& options = {}, Token&& token = {}) {
    return detail::initiateJob<absl::StatusOr<std::int64_t>>(delRangeJob(hash_key, range, options),
                                                             token);
  }
  template <detail::JobTokenFor<absl::StatusOr<std::int64_t>> Token>
  auto asyncDelRange(std::string_view hash_key, const SortKeyRange& range, Token&& token) {
    return asyncDelRange(hash_key, range, DelRangeOptions{}, std::forward<Token>(token));
  }

 protected:
  using ScanOperations::ScanOperations;

 private:
  detail::JobStart multiGetSortKeysJob(std::string_view hash_key,
                                       const MultiGetOptions& options) const;
  detail::JobStart delRangeJob(std::string_view hash_key, const SortKeyRange& range,
                               const DelRangeOptions& options) const;
};

}  // namespace bridle
