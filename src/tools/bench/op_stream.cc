#include "tools/bench/op_stream.h"

namespace bridle::internal::bench {

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
  spec_.keys.write(operation_.record, key_);
  operation_.key = key_;
  makeValue();
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

void OpStream::makeValue() {
  const bool writes = operation_.kind != OpKind::kRead;
  if (spec_.data_integrity) {
    value_.clear();
    const auto size = static_cast<std::size_t>(spec_.field_length.longest);
    for (const std::string& field : fields_) appendIntegrityValue(key_, field, size, value_);
    operation_.value = writes ? value_ : std::string_view();
  } else {
    operation_.value = writes ? workload_.text().slice(rng_, drawSize()) : std::string_view();
  }
}

}  // namespace bridle::internal::bench
