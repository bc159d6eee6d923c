#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/status/statusor.h"
#include "base/endpoint.h"
#include "dsn_layer2_types.h"

namespace bridle::internal {

struct PartitionRoute {
  Endpoint primary;                              // not valid: there is none at the moment
  absl::InlinedVector<Endpoint, 3> secondaries;  // valid, distinct, none equal to the primary
  std::int64_t ballot = 0;
  bool operator==(const PartitionRoute&) const = default;
};

// One table's partitions, as a meta server told them: checked once, then immutable and shared by
// all loops.
class RoutingTable {
 public:
  // DataLoss, with what is wrong, for an answer that cannot be used: no partitions, count out of
  // range, a partition missing or named twice, another app id inside. `version` grows with every
  // table that is installed.
  static absl::StatusOr<std::shared_ptr<const RoutingTable>> build(
      const wire::query_cfg_response& config, std::uint64_t version);

  std::int32_t appId() const;
  std::int32_t partitionCount() const;
  std::uint64_t version() const;

  // Where the keys with this hash live now. A child of a running split (ballot < 0) answers through
  // its parent.
  std::int32_t partitionFor(std::uint64_t hash) const;
  const PartitionRoute& at(std::int32_t partition) const;

  bool sameRoutes(const RoutingTable& other) const;  // all but the version
};

}  // namespace bridle::internal
