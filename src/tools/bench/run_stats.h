#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/counter.h"
#include "base/histogram.h"
#include "tools/bench/target.h"

namespace bridle::internal::bench {

// What has a latency of its own in the results. A read-modify-write counts in three of them.
enum class Series : std::uint8_t { kRead, kUpdate, kInsert, kReadModifyWrite, kVerify };
inline constexpr std::size_t kSeriesCount = 5;

std::string_view toString(Series series);  // "READ-MODIFY-WRITE"

using ReturnCounts = std::array<std::uint64_t, kOpStatusCount>;

struct SeriesTotals {
  HistogramSnapshot ok;
  HistogramSnapshot failed;
  ReturnCounts returns{};  // by OpStatus; none for READ-MODIFY-WRITE, as in YCSB

  bool empty() const;
  void merge(const SeriesTotals& other);
};

// What a run did up to one moment.
struct RunTotals {
  std::vector<SeriesTotals> series{kSeriesCount};  // by Series
  std::uint64_t ok = 0;                            // operations
  std::uint64_t failed = 0;
  std::uint64_t warmup = 0;  // operations before the measured part, in no other number

  std::uint64_t attempted() const { return ok + failed; }
  const SeriesTotals& of(Series which) const { return series[static_cast<std::size_t>(which)]; }
};

// The counts of one loop. Its thread records, any thread may ask for the totals.
class LoopStats {
 public:
  void request(Series series, OpStatus status, std::int64_t nanos);
  void readModifyWrite(bool ok, std::int64_t nanos);
  void verification(OpStatus status, std::int64_t nanos);
  void operation(bool ok) { (ok ? ok_ : failed_).add(); }
  void warmupOperation() { warmup_.add(); }

  void addTo(RunTotals& totals) const;

 private:
  struct SeriesStats {
    Histogram ok;
    Histogram failed;
    std::array<Counter, kOpStatusCount> returns;
  };

  SeriesStats& at(Series series) { return series_[static_cast<std::size_t>(series)]; }

  std::vector<SeriesStats> series_{kSeriesCount};
  Counter ok_;
  Counter failed_;
  Counter warmup_;
};

}  // namespace bridle::internal::bench
