#pragma once

#include <cstdint>
#include <string>

namespace bridle::internal::bench {

// The clocks of the load generator, which measures real time and therefore reads real clocks.

std::int64_t steadyNanos();
std::int64_t processCpuNanos();  // user and system time of all threads so far
std::string localTimestamp();    // "2026-11-30 11:00:39:620", YCSB's form

}  // namespace bridle::internal::bench
