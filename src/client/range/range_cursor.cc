#include "client/range/range_cursor.h"

namespace bridle::internal {

RangeCursor::RangeCursor(std::string_view hash_key, const SortKeyRange& range, bool reverse)
    : hash_key_(hash_key),
      reverse_(reverse),
      start_(range.start),
      stop_(range.stop),
      start_inclusive_(range.start_inclusive),
      stop_inclusive_(range.stop_inclusive),
      filter_(range.filter.type),
      pattern_(range.filter.pattern) {}

SortKeyRange RangeCursor::rest() const {
  return {.start = start_,
          .stop = stop_,
          .start_inclusive = start_inclusive_,
          .stop_inclusive = stop_inclusive_,
          .filter = {filter_, pattern_}};
}

void RangeCursor::advance(const Entries& entries) {
  finished_ = entries.complete;
  if (finished_ || entries.entries.empty()) return;
  if (!reverse_) {
    start_ = entries.entries.back().sort_key;
    start_inclusive_ = false;
    return;
  }
  stop_ = entries.entries.front().sort_key;
  stop_inclusive_ = false;
  finished_ = stop_.empty();  // nothing stands before the empty sort key, and it means "no stop"
}

}  // namespace bridle::internal
