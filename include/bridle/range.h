// Ranges of sort keys, and filters on keys.
#pragma once

#include <cstdint>
#include <string_view>

namespace bridle {

// Which keys are wanted. Compares bytes, case-sensitive. An empty pattern matches every key, but
// for kExact.
struct Filter {
  enum class Type : std::uint8_t { kNone, kAnywhere, kPrefix, kPostfix, kExact };

  Type type = Type::kNone;
  std::string_view pattern = {};

  static Filter anywhere(std::string_view pattern) { return {Type::kAnywhere, pattern}; }
  static Filter prefix(std::string_view pattern) { return {Type::kPrefix, pattern}; }
  static Filter postfix(std::string_view pattern) { return {Type::kPostfix, pattern}; }
  static Filter exact(std::string_view pattern) { return {Type::kExact, pattern}; }
};

// A part of the sort keys of one hash key, in the order of their bytes. The default is all of them.
// A range that holds no key, such as one that stops before its start, is no error: it is empty.
struct SortKeyRange {
  std::string_view start = {};
  std::string_view stop = {};  // empty: to the end, and stop_inclusive means nothing
  bool start_inclusive = true;
  bool stop_inclusive = false;
  Filter filter = {};
};

}  // namespace bridle
