#pragma once

#include <optional>
#include <string>

#include "base/time.h"
#include "tools/bench/run_stats.h"

namespace bridle::internal::bench {

// One of YCSB's status lines: what was done so far, and the latencies (us) since the line before.
struct StatusLine {
  std::string label;
  std::string timestamp;
  Duration elapsed{};
  Duration interval{};           // since the line before
  std::optional<Duration> left;  // until the run is done; nullopt if it cannot be known
  const RunTotals* now = nullptr;
  const RunTotals* before = nullptr;

  std::string text() const;
};

}  // namespace bridle::internal::bench
