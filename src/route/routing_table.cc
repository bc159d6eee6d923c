#include "route/routing_table.h"

#include <algorithm>
#include <utility>

#include "base/limits.h"
#include "base/status.h"
#include "dsn_layer2_types.h"
#include "wire/key_codec.h"

namespace bridle::internal {
namespace {

template <typename... Parts>
absl::Status badConfig(const Parts&... parts) {
  return statusOf(absl::StatusCode::kDataLoss, parts...);
}

absl::Status checkShape(const wire::query_cfg_response& config) {
  if (config.partition_count < 1 || config.partition_count > limits::kMaxPartitions) {
    return badConfig("a table of ", config.partition_count, " partitions; 1 to ",
                     limits::kMaxPartitions, " are possible");
  }
  if (config.partitions.size() != static_cast<std::size_t>(config.partition_count)) {
    return badConfig(config.partitions.size(), " partitions told of a table of ",
                     config.partition_count);
  }
  return absl::OkStatus();
}

PartitionRoute routeOf(const wire::partition_configuration& partition) {
  PartitionRoute route{partition.primary, {}, partition.ballot};
  for (const Endpoint secondary : partition.secondaries) {
    const auto& known = route.secondaries;
    const bool repeated = secondary == route.primary ||
                          std::find(known.begin(), known.end(), secondary) != known.end();
    if (secondary.valid() && !repeated) route.secondaries.push_back(secondary);
  }
  return route;
}

}  // namespace

RoutingTable::RoutingTable(std::int32_t app_id, std::uint64_t version,
                           std::vector<PartitionRoute> routes)
    : app_id_(app_id), version_(version), routes_(std::move(routes)) {}

absl::StatusOr<std::shared_ptr<const RoutingTable>> RoutingTable::build(
    const wire::query_cfg_response& config, std::uint64_t version) {
  if (absl::Status shape = checkShape(config); !shape.ok()) return shape;
  std::vector<PartitionRoute> routes(config.partitions.size());
  std::vector<bool> told(routes.size());
  for (const wire::partition_configuration& partition : config.partitions) {
    const auto [app_id, index] = partition.pid;
    if (app_id != config.app_id) {
      return badConfig("partition ", index, " has app id ", app_id, ", the table has ",
                       config.app_id);
    }
    if (index < 0 || index >= config.partition_count) {
      return badConfig("partition ", index, " of a table of ", config.partition_count);
    }
    const auto at = static_cast<std::size_t>(index);
    if (told[at]) return badConfig("partition ", index, " is told twice");
    told[at] = true;
    routes[at] = routeOf(partition);
  }
  return std::shared_ptr<const RoutingTable>(
      new RoutingTable(config.app_id, version, std::move(routes)));
}

std::shared_ptr<const RoutingTable> RoutingTable::newest(std::shared_ptr<const RoutingTable> fresh,
                                                         const RoutingTable& older) {
  if (fresh->app_id_ != older.app_id_) return fresh;
  std::vector<PartitionRoute> routes = fresh->routes_;
  const std::size_t common = std::min(routes.size(), older.routes_.size());
  bool went_back = false;
  for (std::size_t i = 0; i < common; ++i) {
    if (older.routes_[i].ballot <= routes[i].ballot) continue;
    routes[i] = older.routes_[i];
    went_back = true;
  }
  if (!went_back) return fresh;
  return std::shared_ptr<const RoutingTable>(
      new RoutingTable(fresh->app_id_, fresh->version_, std::move(routes)));
}

std::int32_t RoutingTable::partitionFor(std::uint64_t hash) const {
  const std::int32_t count = partitionCount();
  const std::int32_t index = wire::partitionIndex(hash, count);
  const bool unborn_child = at(index).ballot < 0 && index >= count / 2 && count > 1;
  return unborn_child ? index - count / 2 : index;
}

bool RoutingTable::sameRoutes(const RoutingTable& other) const {
  return app_id_ == other.app_id_ && routes_ == other.routes_;
}

}  // namespace bridle::internal
