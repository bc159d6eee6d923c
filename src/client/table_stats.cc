#include "client/table_stats.h"

#include <numeric>

namespace bridle {
namespace internal {
namespace {

LatencyStats latencyOf(const HistogramSnapshot& histogram) {
  const auto ms = [](auto nanoseconds) { return static_cast<double>(nanoseconds) / 1e6; };
  return {.count = histogram.count(),
          .mean_ms = ms(histogram.mean()),
          .min_ms = ms(histogram.min()),
          .p50_ms = ms(histogram.percentile(50)),
          .p90_ms = ms(histogram.percentile(90)),
          .p99_ms = ms(histogram.percentile(99)),
          .p999_ms = ms(histogram.percentile(99.9)),
          .p9999_ms = ms(histogram.percentile(99.99)),
          .max_ms = ms(histogram.max())};
}

}  // namespace

void TableStatsSum::add(const TableCounters& counters) {
  sum_.reads += counters.reads.get();
  sum_.writes += counters.writes.get();
  sum_.ok += counters.ok.get();
  for (std::size_t i = 0; i < sum_.errors.size(); ++i) sum_.errors[i] += counters.errors[i].get();
  sum_.retries += counters.retries.get();
  sum_.backup_sent += counters.backup_sent.get();
  sum_.backup_won += counters.backup_won.get();
  sum_.backup_lost += counters.backup_lost.get();
  sum_.backup_failed += counters.backup_failed.get();
  sum_.backup_denied_budget += counters.backup_denied_budget.get();
  sum_.backup_denied_no_secondary += counters.backup_denied_no_secondary.get();
  read_latency_.merge(counters.read_latency.snapshot());
  write_latency_.merge(counters.write_latency.snapshot());
}

TableStats TableStatsSum::result() const {
  TableStats stats = sum_;
  stats.read_latency = latencyOf(read_latency_);
  stats.write_latency = latencyOf(write_latency_);
  return stats;
}

}  // namespace internal

std::uint64_t TableStats::failed() const {
  return std::accumulate(errors.begin(), errors.end(), std::uint64_t{0});
}

}  // namespace bridle
