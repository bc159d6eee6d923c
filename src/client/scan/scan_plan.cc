#include "client/scan/scan_plan.h"

#include <utility>

#include "base/limits.h"
#include "base/status.h"
#include "ops/sort_key_range.h"
#include "wire/key_codec.h"

namespace bridle::internal {
namespace {

using Type = Filter::Type;

// Every hash key is shorter than ffff.
constexpr std::string_view kFirstKey("\x00\x00", 2);
constexpr std::string_view kBeyondKeys("\xff\xff", 2);

KeyFilter keyFilterOf(const Filter& filter) {
  const bool matches_all = filter.pattern.empty() && filter.type != Type::kExact;
  if (matches_all) return {};
  return {filter.type, std::string(filter.pattern)};
}

void startAtLeast(ScanPlan& plan, std::string start) {
  if (plan.start >= start) return;
  plan.start = std::move(start);
  plan.start_inclusive = true;
}

void stopBefore(ScanPlan& plan, std::string stop) {
  if (plan.stop < stop) return;
  plan.stop = std::move(stop);
  plan.stop_inclusive = false;
}

bool holds(const ScanPlan& plan, std::string_view raw_key) {
  return (raw_key > plan.start || (raw_key == plan.start && plan.start_inclusive)) &&
         (raw_key < plan.stop || (raw_key == plan.stop && plan.stop_inclusive));
}

// A prefix narrows the range, and one key is a range of its own.
void narrow(ScanPlan& plan, std::string_view hash_key, const KeyFilter& filter) {
  const std::string key = wire::rawKey(hash_key, filter.pattern);
  if (filter.type == Type::kPrefix) {
    startAtLeast(plan, key);
    stopBefore(plan, wire::nextKey(key));
  } else if (filter.type == Type::kExact) {
    const bool inside = holds(plan, key);
    plan.start = plan.stop = key;
    plan.start_inclusive = plan.stop_inclusive = inside;
  } else {
    plan.sort_key_filter = filter;
  }
}

}  // namespace

Filter KeyFilter::forServer() const {
  return {type == Type::kExact ? Type::kPrefix : type, pattern};
}

bool KeyFilter::accepts(std::string_view key) const {
  return type != Type::kExact || key == pattern;
}

bool ScanPlan::isEmpty() const {
  return start > stop || (start == stop && !(start_inclusive && stop_inclusive));
}

bool ScanPlan::comparesHere() const {
  return hash_key_filter.type == Type::kExact || sort_key_filter.type == Type::kExact;
}

bool ScanPlan::accepts(std::string_view raw_key) const {
  if (!comparesHere()) return true;
  const auto parts = wire::splitRawKey(raw_key);
  return hash_key_filter.accepts(parts->hash_key) && sort_key_filter.accepts(parts->sort_key);
}

absl::StatusOr<ScanPlan> planOfHashKey(std::string_view hash_key, const SortKeyRange& range,
                                       const ScanOptions& options) {
  if (hash_key.empty()) return invalidArgument("the hash key is empty");
  if (hash_key.size() > limits::kMaxHashKeyBytes) {
    return invalidArgument("the hash key has ", hash_key.size(), " bytes; at most ",
                           limits::kMaxHashKeyBytes, " are allowed");
  }
  if (!isOfKnownType(range.filter)) return invalidArgument(kNoSuchFilter);
  const KeyFilter of_range = keyFilterOf(range.filter);
  const KeyFilter of_options = keyFilterOf(options.sort_key_filter);
  if (of_range && of_options) {
    return invalidArgument("both the range and the options have a filter on sort keys; use one");
  }
  if (keyFilterOf(options.hash_key_filter)) {
    return invalidArgument("hash_key_filter is set, but the scan has one hash key");
  }
  ScanPlan plan{.one_hash_key = true,
                .start = wire::rawKey(hash_key, range.start),
                .stop = wire::rawKey(hash_key, range.stop),
                .start_inclusive = range.start_inclusive,
                .stop_inclusive = range.stop_inclusive};
  if (range.stop.empty()) {
    plan.stop = wire::nextKey(wire::rawKey(hash_key, {}));
    plan.stop_inclusive = false;
  }
  narrow(plan, hash_key, of_range ? of_range : of_options);
  return plan;
}

ScanPlan planOfTable(const ScanOptions& options) {
  return {.one_hash_key = false,
          .start = std::string(kFirstKey),
          .stop = std::string(kBeyondKeys),
          .start_inclusive = true,
          .stop_inclusive = false,
          .hash_key_filter = keyFilterOf(options.hash_key_filter),
          .sort_key_filter = keyFilterOf(options.sort_key_filter)};
}

std::string problemWith(const ScanOptions& options) {
  if (!isOfKnownType(options.hash_key_filter) || !isOfKnownType(options.sort_key_filter)) {
    return kNoSuchFilter;
  }
  // A server that is asked for a longer prefix ends.
  if (options.hash_key_filter.pattern.size() > limits::kMaxHashKeyBytes) {
    return text("the pattern of hash_key_filter has ", options.hash_key_filter.pattern.size(),
                " bytes; no hash key has more than ", limits::kMaxHashKeyBytes);
  }
  if (options.page_size < 1 || options.page_size > limits::kMaxScanPageRows) {
    return text("page_size is ", options.page_size, "; it must be from 1 to ",
                limits::kMaxScanPageRows);
  }
  if (options.max_page_bytes < 1) {
    return text("max_page_bytes is ", options.max_page_bytes, "; it must be at least 1");
  }
  if (!(options.timeout_ms >= 0 && options.timeout_ms <= limits::kMaxTimeoutMs)) {
    return text("timeout_ms is ", options.timeout_ms, "; it must be from 0 (the table's) to ",
                limits::kMaxTimeoutMs);
  }
  return {};
}

}  // namespace bridle::internal
