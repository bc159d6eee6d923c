#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "bridle/check.h"
#include "bridle/entry.h"
#include "bridle/range.h"
#include "bridle/types.h"

namespace bridle::internal::sim {

// One operation with all its arguments, or some time that passes.
struct Step {
  enum class Kind : std::uint8_t {
    kPass,
    kGet,
    kTtl,
    kExist,
    kSet,
    kDel,
    kMultiGet,
    kMultiGetRange,
    kSortKeyCount,
    kMultiSet,
    kMultiDel,
    kIncr,
    kCheckAndSet,
    kCheckAndMutate,
    kCompareExchange,
    kScan,
    kScanTable,
  };
  static constexpr int kKinds = static_cast<int>(Kind::kScanTable) + 1;

  Kind kind{};
  std::string hash_key;
  std::string sort_key;
  std::string value;
  std::string other;   // sort key of an assignment, or what a compareExchange expects
  bool there = false;  // whether `other` is
  int seconds = 0;     // TTL, or the time that passes
  std::int64_t by = 0;
  std::vector<Entry> entries;  // of several records; reads and deletes take their sort keys

  // Ranges and limits.
  std::string start;
  std::string stop;
  bool start_inclusive = true;
  bool stop_inclusive = false;
  Filter::Type filter{};
  std::string pattern;
  int max_count = 0;
  int max_bytes = 0;
  bool no_value = false;
  bool reverse = false;

  CheckType check{};
  std::string operand;
  bool return_value = false;

  SortKeyRange range() const {
    return {.start = start,
            .stop = stop,
            .start_inclusive = start_inclusive,
            .stop_inclusive = stop_inclusive,
            .filter = {filter, pattern}};
  }
  // What incr does to the TTL: 0 keeps it, above sets it, below clears it.
  TtlChange ttlChange() const {
    if (seconds > 0) return TtlChange::set(seconds);
    return seconds == 0 ? TtlChange::keep() : TtlChange::clear();
  }
};

std::ostream& operator<<(std::ostream& out, const Step& step);

// What came of a step, as text, so that a model and the real thing can be compared and read.
namespace outcome {

std::string ofValue(const std::string* value);  // null: nothing is there
std::string ofEntries(const std::vector<Entry>& entries, bool complete);
std::string ofCheck(const CheckResult& result);

inline constexpr const char* kOk = "ok";
inline constexpr const char* kRefused = "refused";

}  // namespace outcome
}  // namespace bridle::internal::sim
