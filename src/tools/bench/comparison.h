#pragma once

#include <string>

#include "tools/bench/run_summary.h"

namespace bridle::internal::bench {

// The same workload with backup requests off and on.
struct Comparison {
  const RunSummary& off;
  const RunSummary& on;

  std::string table() const;  // side by side, for people; latencies are those of reads

  // One line for machines: "RESULT p999_off_ms=... p999_on_ms=... extra_load_pct=... ops_off=...
  // ops_on=... errors=...".
  std::string resultLine() const;
};

}  // namespace bridle::internal::bench
