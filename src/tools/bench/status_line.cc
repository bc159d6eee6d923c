#include "tools/bench/status_line.h"

#include <cstdint>

#include "absl/strings/str_format.h"
#include "base/status.h"
#include "tools/bench/duration_text.h"

namespace bridle::internal::bench {
namespace {

// At most two decimals and none that is zero: "428", "0.03".
std::string shortNumber(double value) {
  std::string digits = absl::StrFormat("%.2f", value);
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.back() == '.') digits.pop_back();
  return digits;
}

std::uint64_t operations(const RunTotals& totals) {
  return totals.attempted() + totals.warmup;
}

void appendSeries(std::string_view name, const HistogramSnapshot& added, std::string& line) {
  if (added.count() == 0) return;
  const auto micros = [&added](double percent) { return added.percentile(percent) / 1000; };
  line += internal::text(" [", name, ": Count=", added.count(), ", Max=", added.max() / 1000,
                         ", Min=", added.min() / 1000, ", Avg=", shortNumber(added.mean() / 1000),
                         ", 50=", micros(50), ", 90=", micros(90), ", 99=", micros(99),
                         ", 99.9=", micros(99.9), ", 99.99=", micros(99.99), "]");
}

}  // namespace

std::string StatusLine::text() const {
  const auto added = static_cast<double>(operations(*now) - operations(*before));
  const double rate = interval > Duration::zero() ? added * 1e3 / toMillis(interval) : 0.0;
  std::string line = internal::text(
      label, timestamp, " ", std::chrono::round<std::chrono::seconds>(elapsed).count(),
      " sec: ", operations(*now), " operations; ", shortNumber(rate),
      " current ops/sec; est completion in ", left ? durationWords(*left) : "unknown time");
  for (std::size_t i = 0; i < kSeriesCount; ++i) {
    const std::string_view name = toString(static_cast<Series>(i));
    appendSeries(name, now->series[i].ok.since(before->series[i].ok), line);
    appendSeries(internal::text(name, "-FAILED"),
                 now->series[i].failed.since(before->series[i].failed), line);
  }
  return line;
}

}  // namespace bridle::internal::bench
