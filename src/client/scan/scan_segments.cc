// How a scan goes from one partition to the next.
#include <utility>

#include "base/error.h"
#include "base/status.h"
#include "client/scan/scan_reader.h"

namespace bridle::internal {

// A partition that was split under the scan hides from some moment on what it has handed over. The
// server does not say so; the meta servers know.
void ScanReader::endSegment() {
  const ScanSegment& segment = position_.segments.front();
  if (segment.partition == ScanSegment::kOneHashKey) {
    nextSegment();
    return step();
  }
  lookForSplit(table_, shard_, segment.partition, segment.width, deadline_,
               [self = shared_from_this(), round = std::weak_ptr(round_)](const auto& look) {
                 if (!round.expired()) self->onLook(look);
               });
}

void ScanReader::onLook(const absl::StatusOr<SplitLook>& look) {
  if (!look.ok()) {
    const ErrorInfo unknown{.code = ErrorCode::kMetaUnavailable};
    return finish(makeError(errorInfo(look.status()).value_or(unknown),
                            text("scan of table \"", table_->name(),
                                 "\" failed: whether a partition was split is not known: ",
                                 toStd(look.status().message()))));
  }
  if (look->app_id != position_.app_id) return failAnotherTable();
  if (look->split) return followSplit(*look);
  nextSegment();
  step();
}

void ScanReader::followSplit(const SplitLook& look) {
  ScanSegment& parent = position_.segments.front();
  if (asked_.counts) {
    // What was counted may have some that moved, or not. It is counted anew, both parts by
    // themselves. Everything before last_key was read before a split that comes after this one.
    position_.addChild();
    ScanSegment& again = position_.segments.front();
    again.width *= 2;
    again.moved_key = again.last_key;
    segment_ended_ = false;
    segment_counted_ = 0;
  } else if (look.twice) {
    return fail(ErrorCode::kIncomplete, text("partition ", parent.partition,
                                             " was split twice while it was read; begin anew"));
  } else {
    position_.addChild();
    nextSegment();
  }
  table_->refreshRoutes(table_->routes()->version());
  step();
}

void ScanReader::nextSegment() {
  counted_ += std::exchange(segment_counted_, 0);
  position_.segments.pop_front();
  segment_ended_ = false;
  segment_counts_rows_ = false;
}

}  // namespace bridle::internal
