#include "onebox/cluster.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/limits.h"
#include "base/status.h"
#include "onebox/cluster_state.h"
#include "onebox/data/replica_service.h"
#include "onebox/meta/meta_service.h"
#include "onebox/server/node.h"
#include "onebox/storage_watch.h"
#include "onebox/store/memory_storage.h"
#include "onebox/store/rocks_storage.h"

namespace bridle::internal::onebox {
namespace {

using absl::StatusCode;
using wire::ServerError;

constexpr int kDefaultReplicasOfTable = 3;

absl::Status noSuchTable(std::string_view name) {
  return statusOf(StatusCode::kNotFound, "there is no table \"", name, "\"");
}

absl::StatusOr<std::unique_ptr<Storage>> openStorage(const std::string& data_dir) {
  if (data_dir.empty()) return std::make_unique<MemoryStorage>();
  return openRocksStorage(data_dir);
}

absl::Status refusedTable(const TableSpec& spec, ServerError error) {
  if (error == ServerError::kAppExist) {
    return statusOf(StatusCode::kAlreadyExists, "table \"", spec.name, "\" exists already");
  }
  return invalidArgument("table \"", spec.name, "\" cannot have ", spec.partitions,
                         " partitions in ", spec.replicas, " copies: it needs 1 to ",
                         limits::kMaxPartitions,
                         " partitions, no more copies than replica servers run, at most 5, and "
                         "room: all tables have at most ",
                         limits::kMaxOneboxPartitions, " partitions, and each at most ",
                         limits::kMaxTableTextBytes, " bytes of name and envs");
}

// A table whose partition `parent` can hand over to its child.
absl::StatusOr<Table*> splittingTable(Catalog& catalog, std::string_view name, int parent) {
  Table* const table = catalog.find(name);
  if (table == nullptr) return noSuchTable(name);
  std::string_view refusal = "\" is not being split";
  if (table->split && table->split->parents.contains(parent)) {
    const bool splits = table->split->parents.at(parent).status == Split::Status::kSplitting;
    if (splits && table->partition(parent)->config().primary) return table;
    refusal = splits ? "\" has no primary to hand over" : "\" is being paused or canceled";
  }
  return statusOf(StatusCode::kFailedPrecondition, "partition ", parent, " of table \"", name,
                  refusal);
}

}  // namespace

// The servers of one kind.
class Cluster::Group {
 public:
  explicit Group(std::string_view kind) : kind_(kind) {}

  // Starts one server at each endpoint; `started` gets them with the ports they have.
  template <typename ServiceOfKind>
  absl::Status start(Network& network, ClusterState& shared, const std::vector<Endpoint>& endpoints,
                     std::vector<Endpoint>& started) {
    for (const Endpoint& at : endpoints) {
      auto service = std::make_unique<ServiceOfKind>(shared, size());
      auto node = std::make_unique<Node>(network, shared, std::move(service));
      if (absl::Status status = node->start(at); !status.ok()) return status;
      started.push_back(node->endpoint());
      nodes_.push_back(std::move(node));
    }
    return absl::OkStatus();
  }

  absl::Status check(int index) const {
    if (contains(index)) return absl::OkStatus();
    return invalidArgument("there is no ", kind_, " server ", index, "; there are ", nodes_.size(),
                           ", counted from 0");
  }

  bool contains(int index) const {
    return index >= 0 && static_cast<std::size_t>(index) < nodes_.size();
  }
  Node& operator[](int index) const { return *nodes_[static_cast<std::size_t>(index)]; }
  int size() const { return static_cast<int>(nodes_.size()); }

 private:
  const std::string_view kind_;
  std::vector<std::unique_ptr<Node>> nodes_;
};

struct Cluster::State {
  State(Network& network, const ClusterOptions& options, std::unique_ptr<Storage> opened)
      : storage(std::move(opened)),
        shared(
            {.storage = *storage, .reactor = network.reactor(), .group_check = options.group_check},
            static_cast<int>(options.replicas.size()), options.seed, options.on_notice),
        watch(*storage, network.reactor(), shared.notices) {
    shared.drop_expired_requests = options.drop_expired_requests;
    shared.read_limits = options.read_limits;
    shared.on_request = options.on_request;
  }

  // What a call changed is to outlive the process.
  absl::Status save() {
    shared.saveCatalog();
    return watch.check();
  }

  const std::unique_ptr<Storage> storage;
  ClusterState shared;
  StorageWatch watch;
  Group metas{"meta"};
  Group replicas{"replica"};
};

absl::StatusOr<std::unique_ptr<Cluster>> Cluster::start(Network& network,
                                                        const ClusterOptions& options) {
  if (options.metas.empty() || options.replicas.empty()) {
    return invalidArgument("a onebox needs at least one meta server and one replica server");
  }
  absl::StatusOr<std::unique_ptr<Storage>> storage = openStorage(options.data_dir);
  if (!storage.ok()) return storage.status();
  auto state = std::make_unique<State>(network, options, *std::move(storage));
  ClusterState& shared = state->shared;
  absl::Status status = shared.restoreCatalog(options.data_dir);
  if (!status.ok()) return status;
  status = state->metas.start<MetaService>(network, shared, options.metas, shared.metas);
  if (status.ok()) {
    status =
        state->replicas.start<ReplicaService>(network, shared, options.replicas, shared.replicas);
  }
  if (!status.ok()) return status;
  return std::unique_ptr<Cluster>(new Cluster(std::move(state)));
}

Cluster::Cluster(std::unique_ptr<State> state) : state_(std::move(state)) {}

Cluster::~Cluster() = default;

const std::vector<Endpoint>& Cluster::metas() const {
  return state_->shared.metas;
}

const std::vector<Endpoint>& Cluster::replicas() const {
  return state_->shared.replicas;
}

std::optional<int> Cluster::leader() const {
  return state_->shared.leader;
}

absl::StatusOr<int> Cluster::createTable(const ClusterTable& table) {
  const int default_replicas = std::min(kDefaultReplicasOfTable, state_->replicas.size());
  const TableSpec spec{.name = table.name,
                       .partitions = table.partitions,
                       .replicas = table.replicas.value_or(default_replicas),
                       .envs = table.envs};
  ClusterState& shared = state_->shared;
  const Catalog::Created created =
      shared.catalog.create(spec, /*success_if_exist=*/false, shared.reactor.unixSeconds());
  if (created.error != ServerError::kOk) return refusedTable(spec, created.error);
  if (absl::Status saved = state_->save(); !saved.ok()) return saved;
  return created.app_id;
}

absl::Status Cluster::dropTable(std::string_view name) {
  ClusterState& shared = state_->shared;
  const ServerError error =
      shared.catalog.drop(name, /*success_if_not_exist=*/false,
                          /*reserve_seconds=*/0, shared.reactor.unixSeconds());
  const absl::Status saved = state_->save();
  if (error == ServerError::kSplitting) {
    return statusOf(StatusCode::kFailedPrecondition, "table \"", name,
                    "\" is being split and cannot be dropped");
  }
  return error == ServerError::kOk ? saved : noSuchTable(name);
}

absl::StatusOr<int> Cluster::addFault(const OneboxFault& fault) {
  return state_->shared.faults.add(fault, state_->replicas.size(), state_->metas.size());
}

void Cluster::removeFault(int id) {
  state_->shared.faults.remove(id);
}

void Cluster::clearFaults() {
  state_->shared.faults.clear();
}

absl::Status Cluster::stopReplica(int server) {
  absl::Status status = state_->replicas.check(server);
  if (!status.ok() || !state_->replicas[server].running()) return status;
  state_->replicas[server].stop();
  state_->shared.catalog.serverStopped(server);
  return state_->save();
}

absl::Status Cluster::startReplica(int server) {
  absl::Status status = state_->replicas.check(server);
  if (!status.ok() || state_->replicas[server].running()) return status;
  Node& node = state_->replicas[server];
  status = node.start(node.endpoint());
  if (!status.ok()) return status;
  state_->shared.catalog.serverStarted(server);
  return state_->save();
}

absl::Status Cluster::stopMeta(int meta) {
  absl::Status status = state_->metas.check(meta);
  if (!status.ok() || !state_->metas[meta].running()) return status;
  state_->metas[meta].stop();
  std::optional<int>& leader = state_->shared.leader;
  if (leader != meta) return status;
  leader.reset();
  for (int step = 1; step < state_->metas.size() && !leader; ++step) {
    const int next = (meta + step) % state_->metas.size();
    if (state_->metas[next].running()) leader = next;
  }
  return status;
}

absl::Status Cluster::startMeta(int meta) {
  absl::Status status = state_->metas.check(meta);
  if (!status.ok() || state_->metas[meta].running()) return status;
  Node& node = state_->metas[meta];
  status = node.start(node.endpoint());
  std::optional<int>& leader = state_->shared.leader;
  if (status.ok() && !leader) leader = meta;
  return status;
}

absl::Status Cluster::movePrimary(std::string_view name, int index) {
  Table* const table = state_->shared.catalog.find(name);
  if (table == nullptr) return noSuchTable(name);
  Partition* const partition = table->partition(index);
  if (partition == nullptr) {
    return invalidArgument("table \"", name, "\" has no partition ", index, "; it has ",
                           table->spec.partitions, ", counted from 0");
  }
  if (partition->movePrimary()) return state_->save();
  return statusOf(StatusCode::kFailedPrecondition, "partition ", index, " of table \"", name,
                  "\" has no primary and secondary to exchange");
}

absl::Status Cluster::splitTable(std::string_view name) {
  Table* const table = state_->shared.catalog.find(name);
  if (table == nullptr) return noSuchTable(name);
  if (table->split) {
    return statusOf(StatusCode::kFailedPrecondition, "table \"", name, "\" is being split already");
  }
  if (table->spec.partitions > limits::kMaxPartitions / 2) {
    return invalidArgument("table \"", name, "\" has ", table->spec.partitions,
                           " partitions and cannot have twice as many: the limit is ",
                           limits::kMaxPartitions);
  }
  if (!state_->shared.catalog.hasRoomFor(table->spec.partitions)) {
    return invalidArgument("table \"", name, "\" cannot have ", table->spec.partitions,
                           " partitions more: all tables have at most ",
                           limits::kMaxOneboxPartitions);
  }
  state_->shared.splits.start(*table, Splits::Pace::kByHand);
  return state_->save();
}

absl::Status Cluster::startHandOver(std::string_view name, int parent) {
  const absl::StatusOr<Table*> table = splittingTable(state_->shared.catalog, name, parent);
  if (!table.ok()) return table.status();
  state_->shared.splits.startHandOver(**table, parent);
  return state_->save();
}

absl::Status Cluster::handOver(std::string_view name, int parent) {
  const absl::StatusOr<Table*> table = splittingTable(state_->shared.catalog, name, parent);
  if (!table.ok()) return table.status();
  state_->shared.splits.finishHandOver(**table, parent);
  return state_->save();
}

int Cluster::partitions(std::string_view name) const {
  const Table* const table = state_->shared.catalog.find(name);
  return table == nullptr ? 0 : table->spec.partitions;
}

const Partition* Cluster::partition(std::string_view name, int index) const {
  const Table* const table = state_->shared.catalog.find(name);
  return table == nullptr ? nullptr : table->partition(index);
}

Onebox::Counts Cluster::counts(int server) const {
  return state_->replicas.contains(server) ? state_->replicas[server].counts() : Onebox::Counts{};
}

absl::Status Cluster::storageStatus() const {
  return state_->watch.check();
}

}  // namespace bridle::internal::onebox
