#pragma once

#include <optional>
#include <string>
#include <utility>

#include "bridle/admin.h"
#include "writer.h"

namespace bridle::test {

// Creates a table, sets an env of it a few times, drops it, and begins again.
class TableWriter final : public Writer {
 public:
  TableWriter(Admin admin, std::string name) : admin_(std::move(admin)), name_(std::move(name)) {}

  void writeNext() override;
  void check() override;

 private:
  using State = std::optional<std::string>;  // the env's value, empty if not set; nullopt: no table

  absl::Status write(const State& state);

  Admin admin_;
  const std::string name_;
  int number_ = 0;
  Expected<State> expected_;
};

}  // namespace bridle::test
