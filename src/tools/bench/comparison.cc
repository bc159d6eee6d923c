#include "tools/bench/comparison.h"

#include "absl/strings/str_format.h"
#include "base/status.h"

namespace bridle::internal::bench {
namespace {

const HistogramSnapshot& reads(const RunSummary& run) {
  return run.totals.of(Series::kRead).ok;
}

double millis(std::int64_t nanos) {
  return static_cast<double>(nanos) / 1e6;
}

double p999(const RunSummary& run) {
  return millis(reads(run).percentile(99.9));
}

std::string change(double off, double on) {
  return off > 0 ? absl::StrFormat("%+.1f %%", (on / off - 1) * 100) : "";
}

std::string row(std::string_view name, std::string_view off, std::string_view on,
                std::string_view difference) {
  std::string line = absl::StrFormat("%-22s %14s %14s %12s", toAbsl(name), toAbsl(off), toAbsl(on),
                                     toAbsl(difference));
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string countRow(std::string_view name, std::uint64_t off, std::uint64_t on) {
  return row(name, std::to_string(off), std::to_string(on), "");
}

std::string latencyRow(std::string_view name, std::int64_t off, std::int64_t on) {
  return row(name, absl::StrFormat("%.3f", millis(off)), absl::StrFormat("%.3f", millis(on)),
             change(millis(off), millis(on)));
}

}  // namespace

std::string Comparison::table() const {
  std::string lines = row("backup requests", "off", "on", "change");
  lines +=
      row("ops/s", absl::StrFormat("%.0f", off.okPerSecond()),
          absl::StrFormat("%.0f", on.okPerSecond()), change(off.okPerSecond(), on.okPerSecond()));
  for (const double percent : {50.0, 99.0, 99.9, 99.99}) {
    lines += latencyRow(absl::StrFormat("read p%g (ms)", percent), reads(off).percentile(percent),
                        reads(on).percentile(percent));
  }
  lines += latencyRow("read max (ms)", reads(off).max(), reads(on).max());
  lines += countRow("backup requests sent", off.backups.sent, on.backups.sent);
  lines += countRow("backup requests won", off.backups.won, on.backups.won);
  lines += row("extra load (%)", absl::StrFormat("%.2f", off.extraLoadPercent()),
               absl::StrFormat("%.2f", on.extraLoadPercent()), "");
  lines += countRow("failed operations", off.totals.failed, on.totals.failed);
  return lines;
}

std::string Comparison::resultLine() const {
  return absl::StrFormat(
      "RESULT p999_off_ms=%.3f p999_on_ms=%.3f extra_load_pct=%.3f ops_off=%.1f ops_on=%.1f "
      "errors=%d\n",
      p999(off), p999(on), on.extraLoadPercent(), off.okPerSecond(), on.okPerSecond(),
      off.totals.failed + on.totals.failed);
}

}  // namespace bridle::internal::bench
