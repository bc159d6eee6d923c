#include "table_writer.h"

#include <gtest/gtest.h>

namespace bridle::test {
namespace {

constexpr int kStepsOfALife = 5;
constexpr const char* kEnv = "business.info";

}  // namespace

void TableWriter::writeNext() {
  const int step = number_++ % kStepsOfALife;
  State state;
  if (step < kStepsOfALife - 1) state = step == 0 ? "" : std::to_string(number_);
  const absl::Status status = write(state);
  expected_.note(status, state);
  if (status.ok()) ++acknowledged_;
}

absl::Status TableWriter::write(const State& state) {
  if (!state) return admin_.dropTable(name_, {.reserve_seconds = 1});
  if (!state->empty()) return admin_.setTableEnvs(name_, {{kEnv, *state}});
  return admin_.createTable(name_, {.partitions = 2}).status();
}

void TableWriter::check() {
  const auto tables = admin_.listTables();
  ASSERT_TRUE(tables.ok()) << tables.status();
  State found;
  for (const TableInfo& table : *tables) {
    if (table.name != name_) continue;
    const auto env = table.envs.find(kEnv);
    found = env == table.envs.end() ? "" : env->second;
  }
  EXPECT_TRUE(expected_.allows(found))
      << "table " << name_ << " has \"" << found.value_or("(no table)") << "\" instead of \""
      << expected_.acknowledged().value_or("(no table)") << "\"";
  expected_.settle(found);
}

}  // namespace bridle::test
