#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "bridle/table.h"

namespace bridle::test {

// One writer's keys, and what each must have: the last value that was acknowledged, or one of those
// written after it whose fate is unknown.
class Ledger {
 public:
  explicit Ledger(std::string name) : name_(std::move(name)) {}

  // Writes to one key, in the order of a round trip through all of them.
  void writeNext(Table& table);

  // Compares all keys with the table; each difference is a failure of the test.
  void check(Table& table);

  int acknowledged() const { return acknowledged_; }

 private:
  using Value = std::optional<std::string>;  // nullopt: the key is not there

  struct Expected {
    Value acknowledged;
    std::set<Value> unknown;
  };

  absl::Status write(Table& table, const std::string& hash_key, const Value& value) const;

  const std::string name_;
  int number_ = 0;
  int acknowledged_ = 0;
  std::map<std::string, Expected> keys_;  // by hash key
};

}  // namespace bridle::test
