#pragma once

#include <string>
#include <vector>

#include "tools/bench/run_summary.h"

namespace bridle::internal::bench {

struct YcsbStyle {
  std::vector<double> percentiles{50, 90, 95, 99, 99.9, 99.99};
  bool pegasus_labels =
      false;  // "99.9thPercentileLatency(us)" and "99.0th...", as pegasus-YCSB has
};

// "99th", "21st", "99.9": YCSB gives whole percentiles an ordinal and fractional ones none.
std::string percentileLabel(double percent, bool pegasus_labels);

// The results as YCSB's TextMeasurementsExporter prints them, latencies in us. Throughput counts
// failed operations, as YCSB's does; Throughput-OK does not.
std::string ycsbReport(const RunSummary& run, const YcsbStyle& style);

}  // namespace bridle::internal::bench
