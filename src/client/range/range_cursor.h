#pragma once

#include <string>
#include <string_view>

#include "bridle/entry.h"
#include "bridle/options.h"
#include "bridle/range.h"

namespace bridle::internal {

// What is left of a range of sort keys that is read with multiGetRange, call by call.
class RangeCursor {
 public:
  RangeCursor(std::string_view hash_key, const SortKeyRange& range, bool reverse);

  const std::string& hashKey() const { return hash_key_; }
  SortKeyRange rest() const;
  bool finished() const { return finished_; }

  // These are what a call for the rest has brought.
  void advance(const Entries& entries);

 private:
  const std::string hash_key_;
  const bool reverse_;
  std::string start_;
  std::string stop_;
  bool start_inclusive_;
  bool stop_inclusive_;
  const Filter::Type filter_;
  const std::string pattern_;
  bool finished_ = false;
};

}  // namespace bridle::internal
