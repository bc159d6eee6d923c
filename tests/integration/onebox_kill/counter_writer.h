#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "bridle/table.h"
#include "writer.h"

namespace bridle::test {

// Writes that depend on what is there: of those that were acknowledged each must have happened
// once.
class CounterWriter final : public Writer {
 public:
  CounterWriter(Table& table, std::string hash_key)
      : table_(table), hash_key_(std::move(hash_key)) {}

  void writeNext() override;  // incr and checkAndSet in turn
  void check() override;

 private:
  void increase();
  void exchange();
  void sumIs(std::int64_t sum);

  Table& table_;
  const std::string hash_key_;
  int number_ = 0;
  std::int64_t least_sum_ = 0;  // all that were acknowledged
  std::int64_t most_sum_ = 0;   // and all that may have been executed
  Expected<std::optional<std::string>> exchanged_;
};

}  // namespace bridle::test
