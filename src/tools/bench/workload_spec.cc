#include "tools/bench/workload_spec.h"

#include <array>
#include <string_view>
#include <utility>

#include "base/limits.h"
#include "base/status.h"

namespace bridle::internal::bench {
namespace {

absl::Status readRecords(const Properties& from, WorkloadSpec& spec) {
  spec.records = from.whole("recordcount");
  if (spec.records == 0) {
    return invalidArgument(
        "recordcount is not set; say how many records the table holds, as in -p recordcount=1000");
  }
  spec.first_record = from.whole("insertstart");
  std::int64_t count = from.whole("insertcount");
  if (count == 0) count = spec.records - spec.first_record;
  if (count <= 0) {
    return from.refuse("insertstart",
                       text("no record is left of recordcount=", spec.records, "; lower it"));
  }
  if (spec.first_record + count > spec.records) {
    return from.refuse("insertcount", text("insertstart=", spec.first_record, " and this make more",
                                           " than recordcount=", spec.records, "; lower it"));
  }
  spec.last_record = spec.first_record + count - 1;
  return absl::OkStatus();
}

absl::Status readOperations(const Properties& from, WorkloadSpec& spec) {
  if (spec.phase == Phase::kLoad) {
    spec.operations = spec.last_record - spec.first_record + 1;
    return absl::OkStatus();
  }
  const bool ends = from.duration("maxexecutiontime") > Duration::zero();
  if (!from.isSet("operationcount") && !ends) {
    return invalidArgument(
        "neither operationcount nor maxexecutiontime is set; say when the run ends, as in "
        "-p operationcount=100000 (0 runs until Ctrl-C)");
  }
  const std::int64_t count = from.whole("operationcount");
  spec.operations = count == 0 ? WorkloadSpec::kEndless : count;
  return absl::OkStatus();
}

absl::Status readWeights(const Properties& from, WorkloadSpec& spec) {
  const auto weight = [&](OpKind kind) -> double& {
    return spec.weights[static_cast<std::size_t>(kind)];
  };
  weight(OpKind::kRead) = from.number("readproportion");
  weight(OpKind::kUpdate) = from.number("updateproportion");
  weight(OpKind::kInsert) = from.number("insertproportion");
  weight(OpKind::kScan) = from.number("scanproportion");
  weight(OpKind::kReadModifyWrite) = from.number("readmodifywriteproportion");
  weight(OpKind::kMultiGet) = from.number("multigetproportion");
  weight(OpKind::kMultiSet) = from.number("multisetproportion");
  weight(OpKind::kIncrement) = from.number("incrproportion");
  weight(OpKind::kCheckAndSet) = from.number("casproportion");
  weight(OpKind::kDelete) = from.number("deleteproportion");
  weight(OpKind::kTtl) = from.number("ttlproportion");
  double sum = 0;
  for (const double each : spec.weights) sum += each;
  if (sum > 0) return absl::OkStatus();
  return from.refuse("readproportion",
                     "no operation has a proportion above 0, so there is nothing to do");
}

// YCSB leaves room for twice the inserts that are to be expected.
absl::Status readGrowth(const Properties& from, WorkloadSpec& spec) {
  const double expected =
      2.0 * static_cast<double>(from.whole("operationcount")) * from.number("insertproportion");
  const double most = static_cast<double>(spec.records) * limits::kMaxBenchGrowth;
  if (spec.law == RecordLaw::kZipfian && expected > most) {
    return from.refuse("insertproportion",
                       text("the run would insert over ", limits::kMaxBenchGrowth / 2,
                            " times recordcount, and nearly every zipfian draw would hit a record"
                            " not there yet; raise recordcount or lower operationcount"));
  }
  spec.expected_inserts = spec.law == RecordLaw::kZipfian ? static_cast<std::int64_t>(expected) : 0;
  return absl::OkStatus();
}

absl::Status readHotspot(const Properties& from, WorkloadSpec& spec) {
  const std::int64_t count = spec.last_record - spec.first_record + 1;
  const double fraction = from.number("hotspotdatafraction");
  spec.hot_share = from.number("hotspotopnfraction");
  spec.hot_records = static_cast<std::int64_t>(static_cast<double>(count) * fraction);
  if (spec.law != RecordLaw::kHotspot) return absl::OkStatus();
  if (spec.hot_records == 0 && spec.hot_share > 0) {
    return from.refuse("hotspotdatafraction", text("of ", count, " records that is less than one,",
                                                   " but hotspotopnfraction sends requests there"));
  }
  if (spec.hot_records == count && spec.hot_share < 1) {
    return from.refuse("hotspotdatafraction", text("that is all of the ", count, " records,",
                                                   " but hotspotopnfraction leaves others some"));
  }
  return absl::OkStatus();
}

RecordLaw lawOf(std::string_view name) {
  if (name == "zipfian") return RecordLaw::kZipfian;
  if (name == "latest") return RecordLaw::kLatest;
  if (name == "hotspot") return RecordLaw::kHotspot;
  if (name == "sequential") return RecordLaw::kSequential;
  if (name == "exponential") return RecordLaw::kExponential;
  return RecordLaw::kUniform;
}

absl::Status readRequests(const Properties& from, WorkloadSpec& spec) {
  spec.law = lawOf(from.text("requestdistribution"));
  spec.theta = from.number("zipfian.constant");
  spec.legacy_eta = from.flag("zipfian.legacy_eta");
  spec.exponential_percent = from.number("exponential.percentile");
  spec.exponential_share = from.number("exponential.frac");
  spec.ack_failed_inserts = from.flag("insert.ack_failed");
  const absl::Status growth = readGrowth(from, spec);
  return growth.ok() ? readHotspot(from, spec) : growth;
}

absl::Status readKeys(const Properties& from, WorkloadSpec& spec) {
  constexpr std::size_t kDigits = 20;
  spec.layout.per_hash_key = from.whole("pegasus.records_per_hashkey");
  KeyNames& keys = spec.layout.keys;
  keys = {.prefix = from.text("keyprefix"),
          .zero_padding = static_cast<std::size_t>(from.whole("zeropadding")),
          .ordered = from.text("insertorder") == "ordered"};
  const std::size_t longest = keys.prefix.size() + std::max(kDigits, keys.zero_padding);
  if (longest <= limits::kMaxHashKeyBytes) return absl::OkStatus();
  return from.refuse("keyprefix",
                     text("keys would be longer than ", limits::kMaxHashKeyBytes, " bytes"));
}

absl::Status readScans(const Properties& from, WorkloadSpec& spec) {
  const std::int64_t least = from.whole("minscanlength");
  const std::int64_t most = from.whole("maxscanlength");
  if (least > most) return from.refuse("minscanlength", text("more than maxscanlength=", most));
  spec.scan_length = from.text("scanlengthdistribution") == "zipfian" ? zipfianLength(least, most)
                                                                      : uniformLength(least, most);
  spec.scan_table = from.text("pegasus.scan") == "unordered";
  if (spec.weightOf(OpKind::kScan) == 0 || spec.layout.per_hash_key > 1 || spec.scan_table) {
    return absl::OkStatus();
  }
  return from.refuse(
      "scanproportion",
      "only the records of one hash key have an order, and here each has a hash key of its own; "
      "put several under one, as in -p pegasus.records_per_hashkey=100 (for load and run), or "
      "scan without an order: -p pegasus.scan=unordered");
}

absl::Status readMultiKeys(const Properties& from, WorkloadSpec& spec) {
  spec.multi_keys = from.whole("multi.keys");
  const bool get = spec.weightOf(OpKind::kMultiGet) > 0;
  if (!get && spec.weightOf(OpKind::kMultiSet) == 0) return absl::OkStatus();
  if (spec.multi_keys <= spec.layout.per_hash_key) return absl::OkStatus();
  return from.refuse(
      get ? "multigetproportion" : "multisetproportion",
      text("one request takes multi.keys=", spec.multi_keys, " records of one hash key, which has ",
           spec.layout.per_hash_key, "; raise pegasus.records_per_hashkey (for load and run)"));
}

absl::StatusOr<FieldLength> readFieldLength(const Properties& from) {
  const std::string law = from.text("fieldlengthdistribution");
  const std::int64_t least = from.whole("minfieldlength");
  const std::int64_t most = from.whole("fieldlength");
  if (law == "histogram") return histogramLength(from.text("fieldlengthhistogram"));
  if (law == "constant") return constantLength(most);
  if (least > most) return from.refuse("minfieldlength", text("more than fieldlength=", most));
  return law == "uniform" ? uniformLength(least, most) : zipfianLength(least, most);
}

absl::Status readFields(const Properties& from, WorkloadSpec& spec) {
  absl::StatusOr<FieldLength> length = readFieldLength(from);
  if (!length.ok()) return length.status();
  spec.field_length = *std::move(length);
  spec.field_count = from.whole("fieldcount");
  spec.field_prefix = from.text("fieldnameprefix");
  spec.data_integrity = from.flag("dataintegrity");
  if (spec.data_integrity && !spec.field_length.constant) {
    return from.refuse("dataintegrity", "works with fieldlengthdistribution=constant only");
  }
  constexpr auto kMost = static_cast<std::int64_t>(limits::kMaxWriteBytes);
  if (spec.field_length.longest > kMost / spec.field_count) {
    return from.refuse("fieldcount", text("of up to ", spec.field_length.longest,
                                          " bytes each is more than a value may have, ", kMost));
  }
  return absl::OkStatus();
}

absl::Status readRetry(const Properties& from, WorkloadSpec& spec) {
  spec.retry_limit = from.whole("core_workload_insertion_retry_limit");
  spec.retry_interval = from.duration("core_workload_insertion_retry_interval");
  spec.keep_going = from.flag("core_workload_insertion_keep_going_on_error");
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<WorkloadSpec> readWorkload(const Properties& properties, Phase phase) {
  constexpr std::array kParts{readRecords, readOperations, readWeights, readRequests, readKeys,
                              readScans,   readMultiKeys,  readFields,  readRetry};
  WorkloadSpec spec;
  spec.phase = phase;
  for (const auto& read : kParts) {
    const absl::Status status = read(properties, spec);
    if (!status.ok()) return status;
  }
  return spec;
}

}  // namespace bridle::internal::bench
