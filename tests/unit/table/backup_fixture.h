#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <optional>

#include "support/table_world.h"

namespace bridle::test {

inline constexpr internal::Duration kFast = 300us;

// A table with a backup delay of 10 ms and servers that are fast, if the test does not say
// otherwise.
class BackupFixture : public testing::Test {
 protected:
  void open(const TableWorld::Options& options = {}) {
    world.emplace(options);
    for (FakeReplica* const replica : {&world->p, &world->s1, &world->s2}) {
      replica->answers(good(kFast));
    }
  }
  void openNow(const TableWorld::Options& options = {}) {
    open(options);
    world->open();
  }

  std::size_t backups() const { return world->s1.requests().size() + world->s2.requests().size(); }
  const internal::TableCounters& counters() const { return world->counters(); }

  std::optional<TableWorld> world;
};

}  // namespace bridle::test
