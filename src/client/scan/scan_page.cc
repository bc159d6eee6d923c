#include "client/scan/scan_page.h"

#include <algorithm>
#include <utility>

#include "base/pegasus_time.h"
#include "wire/key_codec.h"

namespace bridle::internal {
namespace {

Row rowOf(ScannedRecord& record) {
  const auto parts = wire::splitRawKey(record.raw_key);
  return {.hash_key = std::string(parts->hash_key),
          .sort_key = std::string(parts->sort_key),
          .value = std::move(record.value),
          .expires_at = record.expire_ts == 0 ? 0 : kPegasusEpoch + record.expire_ts};
}

}  // namespace

void ScanPage::fill(std::vector<ScannedRecord> records) {
  records_ = std::move(records);
  taken_ = 0;
  skipUnwanted();
}

void ScanPage::skipUnwanted() {
  while (hasRow() && !plan_.accepts(records_[taken_].raw_key)) ++taken_;
}

std::optional<Row> ScanPage::takeRow() {
  if (!hasRow()) return std::nullopt;
  Row row = rowOf(records_[taken_++]);
  skipUnwanted();
  return row;
}

std::vector<Row> ScanPage::takeRows() {
  std::vector<Row> rows;
  rows.reserve(records_.size() - taken_);
  for (; hasRow(); skipUnwanted()) rows.push_back(rowOf(records_[taken_++]));
  return rows;
}

std::int64_t ScanPage::countRows() {
  std::int64_t count = 0;
  for (; hasRow(); skipUnwanted()) {
    ++taken_;
    ++count;
  }
  return count;
}

bool wellFormed(std::span<const ScannedRecord> records) {
  return std::all_of(records.begin(), records.end(), [](const ScannedRecord& record) {
    return wire::splitRawKey(record.raw_key).ok();
  });
}

}  // namespace bridle::internal
