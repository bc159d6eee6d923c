#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "bridle/scanner.h"
#include "client/scan/scan_plan.h"
#include "ops/scan.h"

namespace bridle::internal {

// Records that have come and are handed out one after the other. Their keys stay until the next
// page, to tell how far the scan has been read.
class ScanPage {
 public:
  explicit ScanPage(const ScanPlan& plan) : plan_(plan) {}

  // Takes over `records`, whose keys are well-formed.
  void fill(std::vector<ScannedRecord> records);
  void clear() { fill({}); }

  bool hasRow() const { return taken_ < records_.size(); }
  std::optional<Row> takeRow();
  std::vector<Row> takeRows();
  std::int64_t countRows();  // and takes them

  std::span<const ScannedRecord> taken() const { return {records_.data(), taken_}; }
  std::span<const ScannedRecord> all() const { return records_; }

 private:
  void skipUnwanted();

  const ScanPlan& plan_;
  std::vector<ScannedRecord> records_;
  std::size_t taken_ = 0;  // given, or not wanted
};

// Every key has a hash key that fits into it.
bool wellFormed(std::span<const ScannedRecord> records);

}  // namespace bridle::internal
