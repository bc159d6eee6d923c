#include "sim/world.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "base/rng.h"

namespace bridle::internal::sim {
namespace {

// The streams of random numbers of one world.
constexpr std::uint64_t kNetworkStream = 1;
constexpr std::uint64_t kClusterStream = 2;

template <typename T>
T valueOf(absl::StatusOr<T> result) {
  if (!result.ok()) throw std::logic_error(std::string(result.status().message()));
  return *std::move(result);
}

}  // namespace

World::World(const WorldOptions& options)
    : options_(options), network_(reactor_, mixSeed(options.seed, kNetworkStream)) {
  onebox::ClusterOptions cluster{
      .metas = {},
      .replicas = {},
      .seed = mixSeed(options.seed, kClusterStream),
      .drop_expired_requests = options.drop_expired_requests,
      .data_dir = options.data_dir,
      .on_request = [this](const onebox::RequestSeen& request) { onRequest(request); }};
  for (int i = 0; i < options.metas; ++i) cluster.metas.push_back(meta(i));
  for (int i = 0; i < options.replicas; ++i) cluster.replicas.push_back(replica(i));
  cluster_ = valueOf(onebox::Cluster::start(network_.host(kMetas), cluster));
}

absl::Status World::createTable(const std::string& name, int partitions) {
  const absl::StatusOr<int> id = cluster_->createTable({.name = name, .partitions = partitions});
  if (id.ok()) {
    app_ids_[name] = *id;
    partitions_[*id] = partitions;
  }
  return id.status();
}

void World::dropTable(const std::string& name) {
  cluster_->dropTable(name).IgnoreError();
  app_ids_.erase(name);
}

int World::appId(std::string_view name) const {
  const auto id = app_ids_.find(name);
  return id == app_ids_.end() ? 0 : id->second;
}

int World::addFault(const OneboxFault& fault) {
  return valueOf(cluster_->addFault(fault));
}

int World::primaryOf(std::string_view table, int partition) {
  return cluster_->partition(table, partition)->config().primary.value();
}

std::size_t World::seenAt(int server) const {
  return static_cast<std::size_t>(
      std::count_if(seen_.begin(), seen_.end(),
                    [server](const Seen& request) { return request.server == server; }));
}

void World::onRequest(const onebox::RequestSeen& request) {
  if (on_request) on_request(request);
  if (request.at_meta) return;
  seen_.push_back({request.at, request.server_index, std::string(request.rpc), request.header});
}

}  // namespace bridle::internal::sim
