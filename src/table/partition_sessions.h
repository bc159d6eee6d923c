#pragma once

#include <vector>

#include "absl/container/inlined_vector.h"
#include "route/routing_table.h"
#include "rpc/session_map.h"

namespace bridle::internal {

// The sessions of one partition, by role.
struct PartitionSessions {
  ReplicaSession* primary = nullptr;  // null: the partition has no primary at the moment
  absl::InlinedVector<ReplicaSession*, 3> secondaries;
  int silent_calls = 0;  // calls in a row that ran out of time while the primary owed an answer
};

// Sessions for each partition of a table. Those to the primaries are opened at once; those to the
// secondaries too if backup requests are on, so that no read ever waits for a connect.
std::vector<PartitionSessions> openSessions(const RoutingTable& routes, SessionMap& sessions,
                                            bool secondaries_too);

}  // namespace bridle::internal
