#include "tools/bench/status_reporter.h"

#include <algorithm>
#include <utility>

#include "tools/bench/status_line.h"
#include "tools/bench/stopwatch.h"
#include "tools/bench/workload_spec.h"

namespace bridle::internal::bench {

void StatusReporter::report(std::int64_t now, RunTotals totals) {
  const StatusLine line{.label = options_.label,
                        .timestamp = localTimestamp(),
                        .elapsed = Duration(now - started_),
                        .interval = Duration(now - last_),
                        .left = timeLeft(now, totals),
                        .now = &totals,
                        .before = &before_};
  *options_.out << line.text() << std::endl;
  before_ = std::move(totals);
  last_ = now;
}

std::optional<Duration> StatusReporter::timeLeft(std::int64_t now, const RunTotals& totals) const {
  constexpr double kLongest = 1e18;  // what a Duration can hold
  std::optional<Duration> left;
  const auto added = static_cast<double>(totals.attempted() - before_.attempted());
  if (operations_ != WorkloadSpec::kEndless && added > 0) {
    const double missing =
        static_cast<double>(operations_) - static_cast<double>(totals.attempted());
    const double nanos = missing * static_cast<double>(now - last_) / added;
    left = Duration(static_cast<std::int64_t>(std::clamp(nanos, 0.0, kLongest)));
  }
  if (end_at_ != WorkloadSpec::kEndless) {
    const Duration by_clock(std::max<std::int64_t>(0, end_at_ - now));
    left = left ? std::min(*left, by_clock) : by_clock;
  }
  return left;
}

}  // namespace bridle::internal::bench
