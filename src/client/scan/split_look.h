#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "absl/status/statusor.h"
#include "base/time.h"
#include "client/table_core.h"

namespace bridle::internal {

// What the meta servers say of one partition of a table whose scan has reached its end.
struct SplitLook {
  std::int32_t app_id = 0;
  bool split = false;  // its child of the doubling from `width` partitions has taken over
  bool twice = false;  // and that of the next one as well
};

// Asks them now, so what is known here of the routes does not matter. `done` is called on the loop
// `shard`, exactly once as long as that runs.
void lookForSplit(const std::shared_ptr<detail::TableCore>& table, std::size_t shard,
                  std::int32_t partition, std::int32_t width, TimePoint deadline,
                  std::function<void(const absl::StatusOr<SplitLook>&)> done);

}  // namespace bridle::internal
