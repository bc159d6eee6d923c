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
enum class Series : std::uint8_t {
  kRead,
  kUpdate,
  kInsert,
  kScan,
  kScanPerRecord,  // the time of a scan by its rows, if it has any
  kReadModifyWrite,
  kMultiGet,
  kMultiSet,
  kIncrement,
  kCheckAndSet,
  kDelete,
  kTtl,
  kVerify,
};
inline constexpr std::size_t kSeriesCount = 13;

std::string_view toString(Series series);  // "READ-MODIFY-WRITE"

// Whether it holds the times of requests, each in one series only.
constexpr bool isOfRequests(Series series) {
  return series != Series::kScanPerRecord && series != Series::kReadModifyWrite &&
         series != Series::kVerify;
}

using ReturnCounts = std::array<std::uint64_t, kOpStatusCount>;

struct SeriesTotals {
  HistogramSnapshot ok;
  HistogramSnapshot failed;
  ReturnCounts returns{};  // by OpStatus; none for READ-MODIFY-WRITE and per record, as in YCSB

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
  // `ok`: NOT_FOUND may be as good as OK.
  void request(Series series, OpStatus status, bool ok, std::int64_t nanos);
  void scanPerRecord(std::int64_t nanos) { at(Series::kScanPerRecord).ok.record(nanos); }
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
