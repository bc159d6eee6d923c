#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "absl/status/statusor.h"
#include "base/time.h"
#include "tools/bench/field_length.h"
#include "tools/bench/op_chooser.h"
#include "tools/bench/properties.h"
#include "tools/bench/record_layout.h"

namespace bridle::internal::bench {

enum class Phase { kLoad, kRun };

enum class RecordLaw { kUniform, kZipfian, kLatest, kHotspot, kSequential, kExponential };

// A workload as the properties describe it, checked.
struct WorkloadSpec {
  static constexpr std::int64_t kEndless = std::numeric_limits<std::int64_t>::max();

  Phase phase = Phase::kRun;
  std::int64_t records = 0;       // in the table before the run
  std::int64_t first_record = 0;  // of those that this load inserts or this run asks for
  std::int64_t last_record = 0;   // inclusive
  std::int64_t operations = 0;    // inserts of a load; kEndless if only time ends the run

  OpChooser::Weights weights{};
  double weightOf(OpKind kind) const { return weights[static_cast<std::size_t>(kind)]; }
  bool deletes() const { return weightOf(OpKind::kDelete) > 0; }
  bool ack_failed_inserts = false;

  // Which records are asked for.
  RecordLaw law = RecordLaw::kUniform;
  std::int64_t expected_inserts = 0;  // for which zipfian leaves room
  double theta = 0;
  bool legacy_eta = false;
  std::int64_t hot_records = 0;
  double hot_share = 0;
  double exponential_percent = 0;
  double exponential_share = 0;

  FieldLength scan_length;      // in rows
  bool scan_table = false;      // scans go through a partition instead of a hash key
  std::int64_t multi_keys = 0;  // records of one multi-get or multi-set

  // What a record is: one value of `field_count` fields, one after the other without a separator.
  // Updates replace it as a whole.
  RecordLayout layout;
  std::int64_t field_count = 0;
  FieldLength field_length;
  std::string field_prefix;
  bool data_integrity = false;

  // What a load does about a failed insert.
  std::int64_t retry_limit = 0;
  Duration retry_interval{};
  bool keep_going = false;

  std::int64_t longestValue() const { return field_count * field_length.longest; }
};

absl::StatusOr<WorkloadSpec> readWorkload(const Properties& properties, Phase phase);

}  // namespace bridle::internal::bench
