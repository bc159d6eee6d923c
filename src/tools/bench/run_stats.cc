#include "tools/bench/run_stats.h"

#include <algorithm>

namespace bridle::internal::bench {

std::string_view toString(Series series) {
  switch (series) {
    case Series::kRead:
      return "READ";
    case Series::kUpdate:
      return "UPDATE";
    case Series::kInsert:
      return "INSERT";
    case Series::kScan:
      return "SCAN";
    case Series::kScanPerRecord:
      return "SCAN-LATENCY-PER-RECORD";
    case Series::kReadModifyWrite:
      return "READ-MODIFY-WRITE";
    case Series::kMultiGet:
      return "MULTI-GET";
    case Series::kMultiSet:
      return "MULTI-SET";
    case Series::kIncrement:
      return "INCR";
    case Series::kCheckAndSet:
      return "CAS";
    case Series::kDelete:
      return "DELETE";
    case Series::kTtl:
      return "TTL";
    case Series::kVerify:
      return "VERIFY";
  }
  return "";
}

bool SeriesTotals::empty() const {
  return ok.count() == 0 && failed.count() == 0;
}

void SeriesTotals::merge(const SeriesTotals& other) {
  ok.merge(other.ok);
  failed.merge(other.failed);
  for (std::size_t i = 0; i < returns.size(); ++i) returns[i] += other.returns[i];
}

void LoopStats::request(Series series, OpStatus status, bool ok, std::int64_t nanos) {
  SeriesStats& stats = at(series);
  (ok ? stats.ok : stats.failed).record(nanos);
  stats.returns[static_cast<std::size_t>(status)].add();
}

void LoopStats::readModifyWrite(bool ok, std::int64_t nanos) {
  SeriesStats& stats = at(Series::kReadModifyWrite);
  (ok ? stats.ok : stats.failed).record(nanos);
}

void LoopStats::verification(OpStatus status, std::int64_t nanos) {
  at(Series::kVerify).ok.record(nanos);
  at(Series::kVerify).returns[static_cast<std::size_t>(status)].add();
}

void LoopStats::addTo(RunTotals& totals) const {
  for (std::size_t i = 0; i < kSeriesCount; ++i) {
    SeriesTotals mine;
    mine.ok = series_[i].ok.snapshot();
    mine.failed = series_[i].failed.snapshot();
    std::transform(series_[i].returns.begin(), series_[i].returns.end(), mine.returns.begin(),
                   [](const Counter& counter) { return counter.get(); });
    totals.series[i].merge(mine);
  }
  totals.ok += ok_.get();
  totals.failed += failed_.get();
  totals.warmup += warmup_.get();
}

}  // namespace bridle::internal::bench
