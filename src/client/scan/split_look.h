#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <vector>

#include "absl/status/statusor.h"
#include "base/time.h"
#include "client/table_core.h"

namespace bridle::internal {

// What the meta servers say of some partitions of a table.
struct SplitLook {
  std::int32_t app_id = 0;
  std::set<std::int32_t> there = {};  // those that are in use; children of a split in the making
                                      // are not
};

// Asks them now, so what is known here of the routes does not matter. `done` is called on the loop
// `shard`, exactly once as long as that runs.
void lookAtPartitions(const std::shared_ptr<detail::TableCore>& table, std::size_t shard,
                      std::vector<std::int32_t> partitions, TimePoint deadline,
                      std::function<void(const absl::StatusOr<SplitLook>&)> done);

}  // namespace bridle::internal
