#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "bridle/check.h"
#include "bridle/types.h"
#include "ops/op.h"

namespace bridle::internal {

// Is shown the parts of a request and keeps the first thing that is wrong with one: the limits of
// the protocol and, for a write, those of the table's options.
class Checker {
 public:
  static Checker read() { return Checker(nullptr); }
  static Checker write(const OpContext& context) { return Checker(&context.table); }

  Checker& key(const Key& key);                       // of an operation on one record
  Checker& sharedHashKey(std::string_view hash_key);  // of an operation on several: not empty
  Checker& sortKey(std::string_view sort_key);
  Checker& sortKeys(std::span<const std::string_view> sort_keys);
  Checker& value(std::string_view value);
  Checker& operand(std::string_view bytes);                    // anything else that travels
  Checker& count(std::size_t entries, std::string_view what);  // at least one; "sort keys"
  Checker& ttl(int ttl_seconds, std::int64_t unix_seconds);
  Checker& require(bool condition, std::string_view otherwise);

  std::string problem();  // after all parts; empty: none

 private:
  explicit Checker(const TableOptions* limits) : limits_(limits) {}

  bool good() const { return problem_.empty(); }
  void hashKey(std::string_view hash_key);
  void limit(std::string_view what, std::size_t bytes, int TableOptions::*most,
             std::string_view option);
  void add(std::size_t bytes);

  const TableOptions* const limits_;  // null: a read
  std::size_t bytes_ = 0;
  std::size_t parts_ = 0;
  std::string problem_;
};

}  // namespace bridle::internal
