#include "tools/bench/summary_table.h"

#include <string_view>

#include "absl/strings/str_format.h"
#include "base/status.h"

namespace bridle::internal::bench {
namespace {

double millis(std::int64_t nanos) {
  return static_cast<double>(nanos) / 1e6;
}

void addRow(std::string_view name, const HistogramSnapshot& latencies, std::string& table) {
  if (latencies.count() == 0) return;
  absl::StrAppendFormat(&table, "%-24s %11d %9.3f %9.3f %9.3f %9.3f %9.3f %9.3f %9.3f\n",
                        toAbsl(name), latencies.count(),
                        millis(static_cast<std::int64_t>(latencies.mean())),
                        millis(latencies.percentile(50)), millis(latencies.percentile(90)),
                        millis(latencies.percentile(99)), millis(latencies.percentile(99.9)),
                        millis(latencies.percentile(99.99)), millis(latencies.max()));
}

void addReturns(const RunTotals& totals, std::string& table) {
  for (std::size_t i = 0; i < kSeriesCount; ++i) {
    for (std::size_t status = 1; status < kOpStatusCount; ++status) {
      const std::uint64_t count = totals.series[i].returns[status];
      if (count == 0) continue;
      table += text("  ", toString(static_cast<Series>(i)), " ",
                    toString(static_cast<OpStatus>(status)), ": ", count, "\n");
    }
  }
}

std::string headline(const RunSummary& run) {
  std::string line = absl::StrFormat(
      "bench %s: %d operations in %.3f s, %.0f ops/s, %d failed; %.1f requests in flight on %d "
      "lanes and %d loops; client CPU %.2f us/op; seed %d\n",
      run.phase == Phase::kLoad ? "load" : "run", run.totals.attempted(),
      toMillis(run.run_time) / 1e3, run.attemptedPerSecond(), run.totals.failed, run.meanInFlight(),
      run.lanes, run.loops, run.cpuMicrosPerOperation(), run.seed);
  if (run.totals.warmup > 0)
    line += text("  warm-up, left out: ", run.totals.warmup, " operations\n");
  if (run.cut_off > 0)
    line += text("  cut off: ", run.cut_off, " operations were never answered\n");
  return line;
}

std::string backupLine(const RunSummary& run) {
  if (run.backups.reads == 0) return "";
  return absl::StrFormat("  backup requests: %d sent (%.2f %% of reads), %d won, %d denied\n",
                         run.backups.sent, run.extraLoadPercent(), run.backups.won,
                         run.backups.denied);
}

}  // namespace

std::string summaryTable(const RunSummary& run) {
  std::string table = headline(run) + backupLine(run);
  absl::StrAppendFormat(&table, "%-24s %11s %9s %9s %9s %9s %9s %9s %9s\n", "latency (ms)", "count",
                        "mean", "p50", "p90", "p99", "p99.9", "p99.99", "max");
  for (std::size_t i = 0; i < kSeriesCount; ++i) {
    const std::string_view name = toString(static_cast<Series>(i));
    addRow(name, run.totals.series[i].ok, table);
    addRow(text(name, "-FAILED"), run.totals.series[i].failed, table);
  }
  addReturns(run.totals, table);
  for (const std::string& error : run.errors) table += text("  for example ", error, "\n");
  table +=
      "closed loop: a lane that waits sends nothing, so these latencies leave out what requests\n"
      "arriving on a schedule of their own would have waited\n";
  return table;
}

}  // namespace bridle::internal::bench
