#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>

#include "ops/scan.h"

namespace bridle::internal {

// What is left of one partition, or of one hash key.
struct ScanSegment {
  static constexpr std::int32_t kOneHashKey = -1;

  std::int32_t partition = kOneHashKey;

  // How many partitions the keys of this one were dealt out to when its scan began: the table's
  // number, or while this partition was not split yet, half of it.
  std::int32_t width = 0;

  std::string last_key = {};   // raw; everything up to it was read. Empty: nothing was
  std::string moved_key = {};  // the last one that was read of those that the next split moves away

  bool operator==(const ScanSegment&) const = default;
};

// Where a scan is. The first segment is the one being read.
struct ScanPosition {
  std::int32_t app_id = 0;
  std::deque<ScanSegment> segments = {};

  bool finished() const { return segments.empty(); }

  // These were read, which are the next ones of the first segment.
  void advance(std::span<const ScannedRecord> records);

  // The first segment was read to its end, after which its partition was found to be split: the new
  // partition hides from the old one what it has taken over, so the rest is read there. All records
  // that it has taken over and that were read are those up to moved_key, since they came in order
  // until the hand-over, and none of them after it.
  void addChild();

  bool operator==(const ScanPosition&) const = default;
};

}  // namespace bridle::internal
