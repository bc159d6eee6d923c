#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "onebox/partition.h"

namespace bridle::internal::onebox {

// What a table was created with.
struct TableSpec {
  std::string name;
  std::int32_t partitions = 0;
  std::int32_t replicas = 0;  // copies of each partition
  std::string app_type = "pegasus";
  bool is_stateful = true;
  bool atomic_idempotent = false;
  std::map<std::string, std::string> envs;
};

// The envs of a table that change what its replicas do. Values that are ill-formed count as absent,
// since servers store whatever they are given at creation.
struct TableRules {
  ExpireTs default_ttl = 0;              // seconds, for writes without a TTL; 0: none
  bool validate_partition_hash = false;  // refuse requests whose hash belongs elsewhere

  static TableRules of(const std::map<std::string, std::string>& envs);
};

struct Table {
  int id = 0;
  TableSpec spec;
  TableRules rules;
  std::vector<Partition> partitions;  // empty once it was dropped
  std::int64_t create_second = 0;     // Unix time, as the next two
  std::int64_t drop_second = 0;       // 0: not dropped
  std::int64_t expire_second = 0;     // when a dropped table is forgotten

  bool dropped() const { return drop_second != 0; }

  // How many copies have to be served for a write to be taken.
  int writeQuorum() const { return spec.replicas <= 2 ? 1 : spec.replicas / 2 + 1; }
};

}  // namespace bridle::internal::onebox
