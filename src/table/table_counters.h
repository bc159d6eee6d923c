#pragma once

#include <array>

#include "base/counter.h"
#include "base/histogram.h"
#include "bridle/error.h"

namespace bridle::internal {

// What the calls of one table on one loop came to. Written by the loop, read by any thread.
struct TableCounters {
  Counter reads;
  Counter writes;
  Counter ok;
  std::array<Counter, kErrorCodeCount> errors;
  Counter retries;
  Counter backup_sent;
  Counter backup_won;
  Counter backup_lost;
  Counter backup_failed;
  Counter backup_denied_budget;
  Counter backup_denied_no_secondary;
  Histogram read_latency;
  Histogram write_latency;
};

}  // namespace bridle::internal
