#include "bridle/scan_operations.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/status.h"
#include "client/client_core.h"
#include "client/place.h"
#include "client/scan/scan_plan.h"
#include "client/scan/scan_token.h"
#include "client/scan/scanner_core.h"

namespace bridle {
namespace {

using internal::ScanPlan;
using internal::ScanPosition;
using internal::ScanSegment;
using internal::text;
using TablePtr = std::shared_ptr<detail::TableCore>;

absl::Status refused(const TablePtr& table, std::string_view problem) {
  return internal::makeError(ErrorCode::kInvalidArgument,
                             text("scan of table \"", table->name(), "\" refused: ", problem));
}

Scanner makeScanner(const TablePtr& table, std::size_t shard, ScanPlan plan, ScanPosition position,
                    const ScanOptions& options) {
  return Scanner(std::make_shared<internal::ScannerCore>(std::make_shared<internal::ScanReader>(
      table, shard, std::move(plan), std::move(position), options)));
}

// A partition for each that is in use; the children of a split that are not there yet are read
// through their parents.
std::vector<ScanSegment> segmentsOf(const internal::RoutingTable& routes) {
  const std::int32_t count = routes.partitionCount();
  const auto in_use = [&routes](std::int32_t partition) {
    return routes.partitionFor(static_cast<std::uint64_t>(partition)) == partition;
  };
  std::vector<ScanSegment> segments;
  for (std::int32_t i = 0; i < count; ++i) {
    if (!in_use(i)) continue;
    const bool split_now = i < count / 2 && !in_use(i + count / 2);
    segments.push_back({.partition = i, .width = split_now ? count / 2 : count});
  }
  return segments;
}

}  // namespace

absl::StatusOr<Scanner> ScanOperations::scan(std::string_view hash_key, const SortKeyRange& range,
                                             const ScanOptions& options) {
  const std::string problem = internal::problemWith(options);
  if (!problem.empty()) return refused(core_, problem);
  absl::StatusOr<ScanPlan> plan = internal::planOfHashKey(hash_key, range, options);
  if (!plan.ok()) return refused(core_, internal::toStd(plan.status().message()));
  ScanPosition position{.app_id = core_->routes()->appId()};
  if (!plan->isEmpty()) position.segments.emplace_back();
  return makeScanner(core_, internal::placeForCall(core_->client()).shard, *std::move(plan),
                     std::move(position), options);
}

absl::StatusOr<std::vector<Scanner>> ScanOperations::unorderedScanners(int max_scanners,
                                                                       const ScanOptions& options) {
  std::string problem = internal::problemWith(options);
  if (max_scanners < 1) problem = text("max_scanners is ", max_scanners, "; at least 1 is needed");
  if (max_scanners > 1 && options.info != nullptr) {
    problem = "several scanners cannot share one info; leave it out, or ask for one scanner";
  }
  if (!problem.empty()) return refused(core_, problem);
  const auto routes = core_->routes();
  const ScanPlan plan = internal::planOfTable(options);
  const std::vector<ScanSegment> segments = segmentsOf(*routes);
  const std::size_t groups = std::min(segments.size(), static_cast<std::size_t>(max_scanners));
  std::vector<Scanner> scanners;
  auto next = segments.begin();
  for (std::size_t i = 0; i < groups; ++i) {
    // The first groups get one more each, until the rest is dealt out.
    const std::size_t size = segments.size() / groups + (i < segments.size() % groups ? 1 : 0);
    const auto end = next + static_cast<std::ptrdiff_t>(size);
    scanners.push_back(makeScanner(core_, i % core_->client().shardCount(), plan,
                                   {.app_id = routes->appId(), .segments = {next, end}}, options));
    next = end;
  }
  return scanners;
}

absl::StatusOr<Scanner> ScanOperations::resumeScan(std::string_view token,
                                                   const ScanOptions& options) {
  const std::string problem = internal::problemWith(options);
  if (!problem.empty()) return refused(core_, problem);
  const bool filtered = options.hash_key_filter.type != Filter::Type::kNone ||
                        options.sort_key_filter.type != Filter::Type::kNone;
  if (filtered) return refused(core_, "a filter is set, but those of the token count");
  absl::StatusOr<internal::ScanToken> scan = internal::decodeScanToken(token);
  if (!scan.ok()) return refused(core_, internal::toStd(scan.status().message()));
  const std::int32_t app_id = core_->routes()->appId();
  if (scan->table != core_->name() || scan->position.app_id != app_id) {
    return refused(core_, text("the token is of table \"", scan->table, "\" with app id ",
                               scan->position.app_id, ", and this one has app id ", app_id));
  }
  return makeScanner(core_, internal::placeForCall(core_->client()).shard, std::move(scan->plan),
                     std::move(scan->position), options);
}

}  // namespace bridle
