#include "tools/bench/run_summary.h"

namespace bridle::internal::bench {
namespace {

// 0 where a run was so short that there is nothing to divide by: results never hold NaN or
// infinity.
double ratio(double numerator, double denominator) {
  return denominator > 0 ? numerator / denominator : 0.0;
}

double perSecond(std::uint64_t count, Duration time) {
  return ratio(static_cast<double>(count) * 1e9, static_cast<double>(time.count()));
}

}  // namespace

double RunSummary::attemptedPerSecond() const {
  return perSecond(totals.attempted(), run_time);
}

double RunSummary::okPerSecond() const {
  return perSecond(totals.ok, run_time);
}

double RunSummary::cpuMicrosPerOperation() const {
  return ratio(static_cast<double>(cpu_time.count()) / 1e3,
               static_cast<double>(totals.attempted()));
}

double RunSummary::meanInFlight() const {
  double waited = 0;
  for (std::size_t i = 0; i < kSeriesCount; ++i) {
    if (!isOfRequests(static_cast<Series>(i))) continue;
    waited += static_cast<double>(totals.series[i].ok.sum() + totals.series[i].failed.sum());
  }
  return ratio(waited, static_cast<double>(run_time.count()));
}

double RunSummary::extraLoadPercent() const {
  return 100 * ratio(static_cast<double>(backups.sent), static_cast<double>(backups.reads));
}

}  // namespace bridle::internal::bench
