#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/rng.h"
#include "tools/bench/operation.h"
#include "tools/bench/workload.h"

namespace bridle::internal::bench {

// The operations of one lane, one after the other. The same workload, seed and lane give the same
// operations, as long as no inserts of other lanes come between.
class OpStream {
 public:
  OpStream(Workload& workload, RecordChooser& chooser, std::uint64_t lane);

  const Operation& next();
  void finished(bool ok);  // the operation drawn last

  const Operation& current() const { return operation_; }
  const WorkloadSpec& spec() const { return spec_; }

  // With dataintegrity: the value that the record of the operation has to have.
  std::string_view expected() const { return value_; }

  Duration retryPause();  // YCSB's: the interval, more or less 20 %

 private:
  std::int64_t existingRecord();
  std::size_t drawSize();
  void makeKeys();
  void makeSortKeys();
  void makeValue();

  Workload& workload_;
  const WorkloadSpec& spec_;
  RecordChooser& chooser_;
  Rng rng_;
  std::vector<std::string> fields_;  // their names
  std::string hash_key_;
  std::string sort_key_;
  std::vector<std::string> more_keys_;  // sort keys of a multi-get or multi-set
  std::vector<std::string_view> sort_keys_;
  std::string value_;  // with dataintegrity only; else values are slices of the workload's text
  Operation operation_;
};

}  // namespace bridle::internal::bench
