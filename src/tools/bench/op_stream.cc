#include "tools/bench/op_stream.h"

#include <algorithm>

namespace bridle::internal::bench {
namespace {

// Counters stand beside the records: their values are no numbers. It sorts behind them.
constexpr std::string_view kCounterSortKey = "counter";

Action actionOf(OpKind kind) {
  switch (kind) {
    case OpKind::kRead:
    case OpKind::kReadModifyWrite:
      return Action::kRead;
    case OpKind::kUpdate:
    case OpKind::kInsert:
      return Action::kWrite;
    case OpKind::kScan:
      return Action::kScan;
    case OpKind::kMultiGet:
      return Action::kMultiGet;
    case OpKind::kMultiSet:
      return Action::kMultiSet;
    case OpKind::kIncrement:
      return Action::kIncrement;
    case OpKind::kCheckAndSet:
      return Action::kCheckAndSet;
    case OpKind::kDelete:
      return Action::kDelete;
    case OpKind::kTtl:
      return Action::kTtl;
  }
  return Action::kRead;
}

bool writes(OpKind kind) {
  return kind == OpKind::kUpdate || kind == OpKind::kInsert || kind == OpKind::kReadModifyWrite ||
         kind == OpKind::kMultiSet || kind == OpKind::kCheckAndSet;
}

}  // namespace

OpStream::OpStream(Workload& workload, RecordChooser& chooser, std::uint64_t lane)
    : workload_(workload),
      spec_(workload.spec()),
      chooser_(chooser),
      rng_(mixSeed(workload.seed(), lane)) {
  for (std::int64_t i = 0; spec_.data_integrity && i < spec_.field_count; ++i) {
    fields_.push_back(spec_.field_prefix + std::to_string(i));
  }
}

const Operation& OpStream::next() {
  operation_.kind = spec_.phase == Phase::kLoad ? OpKind::kInsert : workload_.ops().next(rng_);
  operation_.record =
      operation_.kind == OpKind::kInsert ? workload_.inserts().take() : existingRecord();
  operation_.request = {.action = actionOf(operation_.kind)};
  makeKeys();
  makeValue();
  if (operation_.kind == OpKind::kScan) {
    operation_.request.action = spec_.scan_table ? Action::kScanTable : Action::kScan;
    operation_.request.rows = spec_.scan_length.next(rng_);
    operation_.request.partition = operation_.record;
  }
  return operation_;
}

void OpStream::finished(bool ok) {
  if (operation_.kind != OpKind::kInsert) return;
  if (ok || spec_.ack_failed_inserts || spec_.phase == Phase::kLoad) {
    workload_.inserts().acknowledge(operation_.record);
  } else {
    workload_.inserts().giveBack(operation_.record);
  }
}

Duration OpStream::retryPause() {
  const double nanos = static_cast<double>(spec_.retry_interval.count());
  return Duration(static_cast<std::int64_t>(nanos * (0.8 + 0.4 * rng_.uniform())));
}

std::int64_t OpStream::existingRecord() {
  std::int64_t record = 0;
  do {
    record = chooser_.next(rng_);
  } while (record < 0 || record > workload_.inserts().last());
  return record;
}

std::size_t OpStream::drawSize() {
  if (spec_.field_length.constant) return static_cast<std::size_t>(spec_.longestValue());
  std::int64_t size = 0;
  for (std::int64_t i = 0; i < spec_.field_count; ++i) size += spec_.field_length.next(rng_);
  return static_cast<std::size_t>(size);
}

void OpStream::makeKeys() {
  Request& request = operation_.request;
  spec_.layout.writeHashKey(operation_.record, hash_key_);
  spec_.layout.writeSortKey(operation_.record, sort_key_);
  if (operation_.kind == OpKind::kIncrement) sort_key_ = kCounterSortKey;
  request.hash_key = hash_key_;
  request.sort_key = sort_key_;
  const bool several = operation_.kind == OpKind::kMultiGet || operation_.kind == OpKind::kMultiSet;
  if (several) makeSortKeys();
}

// The record and those that follow it under its hash key, then from the first on.
void OpStream::makeSortKeys() {
  const std::int64_t first = spec_.layout.firstOf(operation_.record);
  const std::int64_t there =
      std::min(spec_.layout.per_hash_key, workload_.inserts().last() + 1 - first);
  const auto count = static_cast<std::size_t>(std::min(spec_.multi_keys, there));
  more_keys_.resize(std::max(more_keys_.size(), count));
  sort_keys_.clear();
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t place = operation_.record - first + static_cast<std::int64_t>(i);
    spec_.layout.writeSortKey(first + place % there, more_keys_[i]);
    sort_keys_.push_back(more_keys_[i]);
  }
  operation_.request.sort_keys = sort_keys_;
}

void OpStream::makeValue() {
  if (spec_.data_integrity) {
    value_.clear();
    const auto size = static_cast<std::size_t>(spec_.field_length.longest);
    const std::string name = hash_key_ + sort_key_;
    for (const std::string& field : fields_) appendIntegrityValue(name, field, size, value_);
    if (writes(operation_.kind)) operation_.request.value = value_;
  } else if (writes(operation_.kind)) {
    operation_.request.value = workload_.text().slice(rng_, drawSize());
  }
}

}  // namespace bridle::internal::bench
