#pragma once

#include <compare>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "bridle/table.h"
#include "writer.h"

namespace bridle::test {

// Sets and deletes records, some of them with a TTL.
class RecordWriter final : public Writer {
 public:
  RecordWriter(Table& table, std::string name) : table_(table), name_(std::move(name)) {}

  void writeNext() override;
  void check() override;

 private:
  struct Record {
    std::string value;
    bool expires = false;
    auto operator<=>(const Record&) const = default;
  };
  using State = std::optional<Record>;  // nullopt: it is not there

  static std::string show(const State& state);
  State nextState(int number) const;
  absl::Status write(const std::string& hash_key, const State& state) const;
  State read(const Key& key) const;

  Table& table_;
  const std::string name_;
  int number_ = 0;
  std::map<std::string, Expected<State>> keys_;  // by hash key
};

}  // namespace bridle::test
