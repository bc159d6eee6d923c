#pragma once

#include <string>

#include "tools/bench/run_summary.h"

namespace bridle::internal::bench {

// One run for people: what was done at what rate, latencies in ms per series, what went wrong.
std::string summaryTable(const RunSummary& run);

}  // namespace bridle::internal::bench
