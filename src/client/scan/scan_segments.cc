// How a scan goes from one partition to the next.
#include <utility>

#include "base/error.h"
#include "base/status.h"
#include "client/scan/scan_reader.h"

namespace bridle::internal {
namespace {

// The doublings of a table that one look can find for a partition of which nothing was read.
constexpr int kDoublings = 4;

void addDescendants(std::vector<std::int32_t>& partitions, const ScanSegment& segment) {
  for (int i = 0; i < kDoublings; ++i) {
    partitions.push_back(segment.partition + (segment.width << i));
  }
}

}  // namespace

// A partition that was split under the scan hides from some moment on what it has handed over. The
// server does not say so; the meta servers know. So they are asked when a partition has been read,
// and before one is.
void ScanReader::look() {
  const auto& segments = position_.segments;
  if (plan_.one_hash_key) {
    nextSegment();
    return step();
  }
  std::vector<std::int32_t> partitions;
  addDescendants(partitions, segments[0]);
  if (segment_ended_ && segments.size() > 1) addDescendants(partitions, segments[1]);
  lookAtPartitions(table_, shard_, std::move(partitions), deadline_,
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
  if (segment_ended_ && !leaveSegment(*look)) return;
  if (!position_.finished()) settle(*look);
  step();
}

// What is not read yet needs no more than to be known: each of the partitions that it has become is
// read by itself.
void ScanReader::settle(const SplitLook& look) {
  settled_ = true;
  auto& segments = position_.segments;
  if (!segments.front().last_key.empty()) return;
  while (look.there.contains(segments.front().partition + segments.front().width)) {
    position_.addChild();
    segments.front().width *= 2;
    table_->refreshRoutes(table_->routes()->version());
  }
}

// The first segment has been read. False: that was the end of the fetch.
bool ScanReader::leaveSegment(const SplitLook& look) {
  ScanSegment& segment = position_.segments.front();
  if (!look.there.contains(segment.partition + segment.width)) {
    nextSegment();
    return true;
  }
  const bool twice = look.there.contains(segment.partition + 2 * segment.width);
  if (asked_.counts && (segment.last_key.empty() || !twice)) {
    countAgain();
    return true;
  }
  if (twice) {
    fail(ErrorCode::kIncomplete,
         text("partition ", segment.partition,
              " was split twice while it was read, so what is left of it is not known; begin anew "
              "with a new scanner"));
    return false;
  }
  position_.addChild();
  nextSegment();
  table_->refreshRoutes(table_->routes()->version());
  return true;
}

// What was counted may have some of what moved, or not. Both parts are counted by themselves. What
// stands before last_key was read before the next split, of which moved_key tells.
void ScanReader::countAgain() {
  segment_ended_ = false;
  segment_counted_ = 0;
  if (position_.segments.front().last_key.empty()) return;  // see settle()
  position_.addChild();
  ScanSegment& again = position_.segments.front();
  again.width *= 2;
  again.moved_key = again.last_key;
}

void ScanReader::nextSegment() {
  counted_ += std::exchange(segment_counted_, 0);
  position_.segments.pop_front();
  segment_ended_ = false;
  segment_counts_rows_ = false;
}

}  // namespace bridle::internal
