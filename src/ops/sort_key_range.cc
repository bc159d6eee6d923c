#include "ops/sort_key_range.h"

namespace bridle::internal {
namespace {

constexpr std::string_view kSmallestAfterEmpty("\0", 1);

}  // namespace

bool contains(const SortKeyRange& range, std::string_view sort_key) {
  const bool after_start = range.start_inclusive ? sort_key >= range.start : sort_key > range.start;
  if (!after_start || range.stop.empty()) return after_start;
  return range.stop_inclusive ? sort_key <= range.stop : sort_key < range.stop;
}

SortKeyRange withoutExactFilter(const SortKeyRange& range) {
  if (range.filter.type != Filter::Type::kExact) return range;
  const std::string_view key = range.filter.pattern;
  if (!contains(range, key)) {
    return {.start = kSmallestAfterEmpty, .stop = kSmallestAfterEmpty, .start_inclusive = false};
  }
  // An empty stop would mean the end.
  if (key.empty()) return {.start = key, .stop = kSmallestAfterEmpty};
  return {.start = key, .stop = key, .stop_inclusive = true};
}

}  // namespace bridle::internal
