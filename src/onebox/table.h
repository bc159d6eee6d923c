#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "onebox/partition.h"
#include "onebox/rules/table_rules.h"
#include "onebox/split/split.h"

namespace bridle::internal::onebox {

// What a table was created with, and administrators may change.
struct TableSpec {
  std::string name;
  std::int32_t partitions = 0;
  std::int32_t replicas = 0;  // copies of each partition
  std::string app_type = "pegasus";
  bool is_stateful = true;
  bool atomic_idempotent = false;
  Envs envs;

  std::size_t textBytes() const;  // of all that may be of any length
};

struct Table {
  int id = 0;
  TableSpec spec;
  TableRules rules;
  std::vector<Partition> partitions;      // the old half of them during a split
  std::optional<Split> split = {};        // under way
  std::int32_t init_partition_count = 0;  // before any split
  std::int64_t create_second = 0;         // Unix time, as the next two
  std::int64_t drop_second = 0;           // when it was last dropped; 0: never
  std::int64_t expire_second = 0;         // when that drop becomes final
  bool recalled = false;                  // after that drop

  // A dropped table keeps its records until the drop is final.
  bool dropped() const { return drop_second != 0 && !recalled; }

  // Null if the index is out of range, or of a child that is not there yet.
  const Partition* partition(int index) const;
  Partition* partition(int index);

  template <typename Visitor>
  void forEachPartition(Visitor visit) {
    for (Partition& partition : partitions) visit(partition);
    if (!split) return;
    for (auto& [index, child] : split->children) visit(child);
  }

  // How many copies have to be served for a write to be taken.
  int writeQuorum() const { return spec.replicas <= 2 ? 1 : spec.replicas / 2 + 1; }

  // By which a partition tells what belongs to it: the number of partitions minus 1 as that
  // partition knows it. -1 while a parent hands over to its child.
  std::int32_t partitionVersion(int partition) const;

  // After a change of the envs. A default TTL that is gone from them stays in force, as replicas
  // keep it: only 0 switches it off.
  void applyEnvs();
};

}  // namespace bridle::internal::onebox
