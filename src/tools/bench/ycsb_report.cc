#include "tools/bench/ycsb_report.h"

#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "base/status.h"
#include "tools/bench/java_text.h"

namespace bridle::internal::bench {
namespace {

std::string_view ordinalSuffix(std::int64_t number) {
  constexpr std::array<std::string_view, 4> kSuffixes{"th", "st", "nd", "rd"};
  const std::int64_t last_two = number % 100;
  const bool regular = (last_two >= 11 && last_two <= 13) || number % 10 > 3;
  return kSuffixes[regular ? 0 : static_cast<std::size_t>(number % 10)];
}

void addLine(std::string_view series, std::string_view measurement, std::string_view value,
             std::string& report) {
  report += text("[", series, "], ", measurement, ", ", value, "\n");
}

// One division, so that it is rounded once.
double meanMicros(const HistogramSnapshot& latencies) {
  const double count = static_cast<double>(latencies.count());
  return count > 0 ? static_cast<double>(latencies.sum()) / (count * 1000) : 0.0;
}

void addLatencies(std::string_view series, const HistogramSnapshot& latencies,
                  const YcsbStyle& style, std::string& report) {
  const auto add = [&](std::string_view measurement, std::string_view value) {
    addLine(series, measurement, value, report);
  };
  add("Operations", std::to_string(latencies.count()));
  add("AverageLatency(us)", javaDouble(meanMicros(latencies)));
  add("MinLatency(us)", std::to_string(latencies.min() / 1000));
  add("MaxLatency(us)", std::to_string(latencies.max() / 1000));
  for (const double percent : style.percentiles) {
    add(percentileLabel(percent, style.pegasus_labels) + "PercentileLatency(us)",
        std::to_string(latencies.percentile(percent) / 1000));
  }
}

void addSeries(std::string_view name, const SeriesTotals& series, const YcsbStyle& style,
               std::string& report) {
  if (series.empty()) return;
  addLatencies(name, series.ok, style, report);
  for (std::size_t i = 0; i < kOpStatusCount; ++i) {
    if (series.returns[i] == 0) continue;
    addLine(name, text("Return=", toString(static_cast<OpStatus>(i))),
            std::to_string(series.returns[i]), report);
  }
  if (series.failed.count() > 0) addLatencies(text(name, "-FAILED"), series.failed, style, report);
}

}  // namespace

std::string percentileLabel(double percent, bool pegasus_labels) {
  if (pegasus_labels) return javaDouble(percent) + "th";
  if (percent != std::trunc(percent)) return javaDouble(percent);
  const auto whole = static_cast<std::int64_t>(percent);
  return text(whole, ordinalSuffix(whole));
}

std::string ycsbReport(const RunSummary& run, const YcsbStyle& style) {
  const auto millis = std::chrono::round<std::chrono::milliseconds>(run.run_time).count();
  std::string report;
  addLine("OVERALL", "RunTime(ms)", std::to_string(millis), report);
  addLine("OVERALL", "Throughput(ops/sec)", javaDouble(run.attemptedPerSecond()), report);
  addLine("OVERALL", "Throughput-OK(ops/sec)", javaDouble(run.okPerSecond()), report);
  for (std::size_t i = 0; i < kSeriesCount; ++i) {
    addSeries(toString(static_cast<Series>(i)), run.totals.series[i], style, report);
  }
  return report;
}

}  // namespace bridle::internal::bench
