#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "bridle/range.h"
#include "bridle/scanner.h"

namespace bridle::internal {

// A Filter that has its pattern.
struct KeyFilter {
  Filter::Type type = Filter::Type::kNone;
  std::string pattern = {};

  explicit operator bool() const { return type != Filter::Type::kNone; }
  // What the server is told: it knows no kExact, for which a prefix is the next best.
  Filter forServer() const;
  // Does the key match, given that it matches what the server was told?
  bool accepts(std::string_view key) const;
};

// Which records a scan is to bring.
struct ScanPlan {
  bool one_hash_key = false;
  std::string start = {};  // raw keys
  std::string stop = {};
  bool start_inclusive = true;
  bool stop_inclusive = false;
  KeyFilter hash_key_filter = {};
  KeyFilter sort_key_filter = {};

  // Servers do not bear a range that holds no key.
  bool isEmpty() const;
  // Is more to be compared than the server does?
  bool comparesHere() const;
  bool accepts(std::string_view raw_key) const;  // a well-formed one
};

// InvalidArgument with what is wrong: filters of which the server knows nothing, or an empty hash
// key.
absl::StatusOr<ScanPlan> planOfHashKey(std::string_view hash_key, const SortKeyRange& range,
                                       const ScanOptions& options);
ScanPlan planOfTable(const ScanOptions& options);

// What is wrong with the options, whatever is scanned; empty: nothing.
std::string problemWith(const ScanOptions& options);

}  // namespace bridle::internal
