#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "tools/bench/insert_sequence.h"
#include "tools/bench/op_chooser.h"
#include "tools/bench/record_chooser.h"
#include "tools/bench/values.h"
#include "tools/bench/workload_spec.h"

namespace bridle::internal::bench {

// What all lanes of one run share: the specification, the numbers of new records, the store of
// random text. Any thread.
class Workload {
 public:
  Workload(WorkloadSpec spec, std::uint64_t seed);

  const WorkloadSpec& spec() const { return spec_; }
  std::uint64_t seed() const { return seed_; }
  const OpChooser& ops() const { return ops_; }
  const RandomText& text() const { return text_; }
  InsertSequence& inserts() { return inserts_; }

  std::unique_ptr<RecordChooser> makeChooser();  // one for each loop

 private:
  const WorkloadSpec spec_;
  const std::uint64_t seed_;
  const OpChooser ops_;
  const RandomText text_;
  InsertSequence inserts_;
  std::atomic<std::uint64_t> sequential_{0};
};

}  // namespace bridle::internal::bench
