#pragma once

#include <bit>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "base/limits.h"
#include "ops/scan.h"

namespace bridle::internal {

// What is left of one partition, or of one hash key.
//
// A split moves half of what is left to a new partition, and the next split half of what was kept.
// The new partition hides from the old one what it has taken over. Records come in order until
// then, and none of those that have moved afterwards: so those that were read are all up to some
// key, which is remembered for each of the splits that may come.
struct ScanSegment {
  static constexpr std::int32_t kOneHashKey = -1;

  // No table can be split more often.
  static constexpr int kMaxSplits = std::bit_width(unsigned{limits::kMaxPartitions});

  std::int32_t partition = kOneHashKey;

  // How many partitions the keys of this one are dealt out to as far as the scan knows: the number
  // of partitions of the table, or before this one was split less.
  std::int32_t width = 0;

  std::string last_key = {};   // raw; everything up to it was read. Empty: nothing was
  std::string first_key = {};  // what last_key was at first: up to there the parent was read
  std::vector<std::string> moved_keys = {};  // by split: the last key read that it moves away,
                                             // empty if there was none after first_key

  // The partitions that the next split and those after it will make of this one.
  std::vector<std::int32_t> children() const;
};

// Where a scan is. The first segment is the one being read.
struct ScanPosition {
  std::int32_t app_id = 0;
  std::deque<ScanSegment> segments = {};

  bool finished() const { return segments.empty(); }

  // These were read, which are the next ones of the first segment.
  void advance(std::span<const ScannedRecord> records);

  // The partition of the first segment was found to be split: the child's part becomes a segment of
  // its own.
  void split();
};

}  // namespace bridle::internal
