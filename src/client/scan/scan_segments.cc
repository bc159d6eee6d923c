// How a scan goes from one partition to the next.
#include <utility>

#include "base/error.h"
#include "base/status.h"
#include "client/scan/scan_reader.h"

namespace bridle::internal {

// A partition that was split under the scan hides from some moment on what it has handed over. The
// server does not say so; the meta servers know. So they are asked when a partition has been read.
void ScanReader::look() {
  if (plan_.one_hash_key) {
    nextSegment();
    return step();
  }
  const ScanSegment& segment = position_.segments.front();
  std::vector<std::int32_t> partitions = segment.children();
  partitions.push_back(segment.partition);  // if there is none of them, servers tell of all
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
  if (followSplits(*look) && asked_.counts) {
    countAgain();
  } else {
    nextSegment();
  }
  step();
}

// Was the first segment split? Then what its partition has handed over is to be read as well.
bool ScanReader::followSplits(const SplitLook& look) {
  bool was_split = false;
  for (const std::int32_t child : position_.segments.front().children()) {
    if (!look.there.contains(child)) break;
    position_.split();
    was_split = true;
  }
  if (was_split) table_->refreshRoutes(table_->routes()->version());
  return was_split;
}

// What was counted may have some of what moved, or not. Now each part is counted by itself.
void ScanReader::countAgain() {
  segment_ended_ = false;
  segment_counted_ = 0;
}

void ScanReader::nextSegment() {
  counted_ += std::exchange(segment_counted_, 0);
  position_.segments.pop_front();
  segment_ended_ = false;
  segment_counts_rows_ = false;
}

}  // namespace bridle::internal
