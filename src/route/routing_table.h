#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/status/statusor.h"
#include "base/endpoint.h"

namespace bridle::internal {

namespace wire {
class query_cfg_response;
}

struct PartitionRoute {
  Endpoint primary;                              // not valid: there is none at the moment
  absl::InlinedVector<Endpoint, 3> secondaries;  // valid, distinct, none equal to the primary
  std::int64_t ballot = 0;                       // below 0: a child of a split, not there yet
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

  // `fresh`, but with the older table's route wherever that has the higher ballot. Another app id
  // makes it another table, of which nothing is kept.
  static std::shared_ptr<const RoutingTable> newest(std::shared_ptr<const RoutingTable> fresh,
                                                    const RoutingTable& older);

  std::int32_t appId() const { return app_id_; }
  std::int32_t partitionCount() const { return static_cast<std::int32_t>(routes_.size()); }
  std::uint64_t version() const { return version_; }

  // Where the keys with this hash live now. A child of a running split (ballot < 0) answers through
  // its parent.
  std::int32_t partitionFor(std::uint64_t hash) const;

  // Precondition: 0 <= partition < partitionCount().
  const PartitionRoute& at(std::int32_t partition) const {
    return routes_[static_cast<std::size_t>(partition)];
  }

  bool sameRoutes(const RoutingTable& other) const;  // all but the version

 private:
  RoutingTable(std::int32_t app_id, std::uint64_t version, std::vector<PartitionRoute> routes);

  const std::int32_t app_id_;
  const std::uint64_t version_;
  const std::vector<PartitionRoute> routes_;
};

}  // namespace bridle::internal
