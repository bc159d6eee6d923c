#pragma once

#include "base/histogram.h"
#include "bridle/stats.h"
#include "table/table_counters.h"

namespace bridle::internal {

// Adds up the counters of one table over loops and handles.
class TableStatsSum {
 public:
  void add(const TableCounters& counters);
  TableStats result() const;

 private:
  TableStats sum_;
  HistogramSnapshot read_latency_;
  HistogramSnapshot write_latency_;
};

}  // namespace bridle::internal
