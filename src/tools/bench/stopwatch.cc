#include "tools/bench/stopwatch.h"

#include <sys/resource.h>

#include <chrono>
#include <ctime>

#include "absl/strings/str_format.h"

namespace bridle::internal::bench {
namespace {

std::int64_t nanos(const timeval& time) {
  return (std::int64_t{time.tv_sec} * 1'000'000 + time.tv_usec) * 1000;
}

}  // namespace

std::int64_t steadyNanos() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

std::int64_t processCpuNanos() {
  rusage usage = {};
  ::getrusage(RUSAGE_SELF, &usage);
  return nanos(usage.ru_utime) + nanos(usage.ru_stime);
}

std::string localTimestamp() {
  timespec now = {};
  ::clock_gettime(CLOCK_REALTIME, &now);
  std::tm local = {};
  ::localtime_r(&now.tv_sec, &local);
  return absl::StrFormat("%04d-%02d-%02d %02d:%02d:%02d:%03d", local.tm_year + 1900,
                         local.tm_mon + 1, local.tm_mday, local.tm_hour, local.tm_min, local.tm_sec,
                         now.tv_nsec / 1'000'000);
}

}  // namespace bridle::internal::bench
