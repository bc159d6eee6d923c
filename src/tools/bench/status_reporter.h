#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>

#include "base/time.h"
#include "tools/bench/run_stats.h"

namespace bridle::internal::bench {

struct StatusOptions {
  std::ostream* out = nullptr;  // no status lines if null
  Duration interval{};
  std::string label = {};
};

// Prints a status line every interval. Times are those of steadyNanos().
class StatusReporter {
 public:
  // The run ends with `operations` or at `end_at`, whichever comes first.
  StatusReporter(const StatusOptions& options, std::int64_t operations, std::int64_t started,
                 std::int64_t end_at)
      : options_(options),
        operations_(operations),
        started_(started),
        end_at_(end_at),
        last_(started) {}

  bool isDue(std::int64_t now) const { return now - last_ >= options_.interval.count(); }
  void report(std::int64_t now, RunTotals totals);

 private:
  std::optional<Duration> timeLeft(std::int64_t now, const RunTotals& totals) const;

  const StatusOptions options_;
  const std::int64_t operations_;
  const std::int64_t started_;
  const std::int64_t end_at_;
  std::int64_t last_;
  RunTotals before_;
};

}  // namespace bridle::internal::bench
