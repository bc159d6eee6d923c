#include "tools/bench/workload.h"

#include <utility>

namespace bridle::internal::bench {
namespace {

constexpr std::uint64_t kTextStream = ~std::uint64_t{0};  // lanes count from 0

std::int64_t firstInsert(const WorkloadSpec& spec) {
  return spec.phase == Phase::kLoad ? spec.first_record : spec.records;
}

}  // namespace

Workload::Workload(WorkloadSpec spec, std::uint64_t seed)
    : spec_(std::move(spec)),
      seed_(seed),
      ops_(spec_.weights),
      text_(mixSeed(seed, kTextStream), static_cast<std::size_t>(spec_.longestValue())),
      inserts_(firstInsert(spec_)) {}

std::unique_ptr<RecordChooser> Workload::makeChooser() {
  const std::int64_t least = spec_.first_record;
  const std::int64_t most = spec_.last_record;
  switch (spec_.law) {
    case RecordLaw::kUniform:
      break;
    case RecordLaw::kZipfian:  // one more than there are records: YCSB's modulus
      return std::make_unique<ZipfianRecords>(
          ScrambledZipfian(least, most + 1 + spec_.expected_inserts, spec_.theta));
    case RecordLaw::kLatest:
      return std::make_unique<LatestRecords>(inserts_, spec_.theta, spec_.legacy_eta);
    case RecordLaw::kHotspot:
      return std::make_unique<HotspotRecords>(least, most, spec_.hot_records, spec_.hot_share);
    case RecordLaw::kSequential:
      return std::make_unique<SequentialRecords>(least, most, sequential_);
    case RecordLaw::kExponential:
      return std::make_unique<ExponentialRecords>(
          inserts_, spec_.exponential_percent,
          static_cast<double>(spec_.records) * spec_.exponential_share);
  }
  return std::make_unique<UniformRecords>(least, most);
}

}  // namespace bridle::internal::bench
