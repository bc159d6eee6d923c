#include "onebox/catalog.h"

#include <algorithm>
#include <utility>

#include "base/limits.h"

namespace bridle::internal::onebox {
namespace {

using wire::ServerError;

bool sameOptions(const TableSpec& a, const TableSpec& b) {
  return a.partitions == b.partitions && a.replicas == b.replicas && a.app_type == b.app_type &&
         a.envs == b.envs;
}

bool mayBeNamed(const Table& table, const std::string& name) {
  const TableSpec& spec = table.spec;
  return spec.textBytes() - spec.name.size() + name.size() <= limits::kMaxTableTextBytes;
}

// Primaries go round the servers, each partition's secondaries are the servers after its primary.
std::vector<Partition> place(const PartitionHost& host, const TableSpec& spec, int app_id,
                             const std::vector<int>& servers) {
  std::vector<Partition> partitions;
  partitions.reserve(static_cast<std::size_t>(spec.partitions));
  for (int index = 0; index < spec.partitions; ++index) {
    std::vector<int> chosen;
    for (int copy = 0; copy < spec.replicas; ++copy) {
      const auto at = static_cast<std::size_t>(app_id - 1 + index + copy);
      chosen.push_back(servers[at % servers.size()]);
    }
    partitions.emplace_back(host, PartitionId{app_id, index}, chosen);
  }
  return partitions;
}

}  // namespace

Catalog::Created Catalog::create(const TableSpec& spec, bool success_if_exist, std::int64_t now) {
  forgetExpired(now);
  if (const ServerError error = check(spec); error != ServerError::kOk) return {.error = error};
  if (const Table* const existing = find(spec.name)) {
    if (!success_if_exist) return {.error = ServerError::kAppExist};
    if (!sameOptions(existing->spec, spec)) return {.error = ServerError::kInvalidParameters};
    return {.app_id = existing->id};
  }
  if (!hasRoomFor(spec.partitions)) return {.error = ServerError::kInvalidParameters};
  const int id = ++last_id_;
  tables_.emplace(id, Table{.id = id,
                            .spec = spec,
                            .rules = TableRules::of(spec.envs),
                            .partitions = place(host_, spec, id, runningServers()),
                            .init_partition_count = spec.partitions,
                            .create_second = now});
  ids_.emplace(spec.name, id);
  return {.app_id = id};
}

ServerError Catalog::check(const TableSpec& spec) const {
  const int most = std::min(kMaxReplicasOfTable, runningCount());
  const bool good = spec.partitions >= 1 && spec.partitions <= limits::kMaxPartitions &&
                    spec.replicas >= 1 && spec.replicas <= most &&
                    spec.textBytes() <= limits::kMaxTableTextBytes;
  return good ? ServerError::kOk : ServerError::kInvalidParameters;
}

bool Catalog::hasRoomFor(int partitions) const {
  int all = partitions;
  for (const auto& [id, table] : tables_) all += table.spec.partitions;
  return all <= limits::kMaxOneboxPartitions;
}

ServerError Catalog::drop(std::string_view name, bool success_if_not_exist,
                          std::int64_t reserve_seconds, std::int64_t now) {
  forgetExpired(now);
  Table* const table = find(name);
  if (table == nullptr) return success_if_not_exist ? ServerError::kOk : ServerError::kAppNotExist;
  if (table->split) return ServerError::kSplitting;
  table->drop_second = now;
  table->expire_second = now + reserve_seconds;
  table->recalled = false;
  ids_.erase(ids_.find(name));
  forgetExpired(now);
  return ServerError::kOk;
}

ServerError Catalog::recall(int app_id, const std::string& new_name, std::int64_t now) {
  forgetExpired(now);
  const auto found = tables_.find(app_id);
  if (found == tables_.end()) return ServerError::kAppNotExist;
  Table& table = found->second;
  if (!table.dropped()) return ServerError::kAppExist;
  const std::string& name = new_name.empty() ? table.spec.name : new_name;
  if (taken(name) || !mayBeNamed(table, name)) return ServerError::kInvalidParameters;
  table.spec.name = name;
  table.recalled = true;
  ids_.emplace(table.spec.name, app_id);
  return ServerError::kOk;
}

ServerError Catalog::rename(std::string_view old_name, const std::string& new_name) {
  Table* const table = find(old_name);
  if (table == nullptr) return ServerError::kAppNotExist;
  if (taken(new_name) || !mayBeNamed(*table, new_name)) return ServerError::kInvalidParameters;
  ids_.erase(ids_.find(old_name));
  ids_.emplace(new_name, table->id);
  table->spec.name = new_name;
  return ServerError::kOk;
}

void Catalog::setReplicas(int app_id, int count) {
  Table& table = tables_.at(app_id);
  table.spec.replicas = count;
  table.forEachPartition(
      [this, count](Partition& partition) { partition.resize(count, runningServers()); });
}

void Catalog::restore(std::map<int, Table> tables, int last_id, std::uint32_t restarts) {
  tables_ = std::move(tables);
  last_id_ = last_id;
  restarts_ = restarts;
  for (const auto& [id, table] : tables_) {
    if (!table.dropped()) ids_.emplace(table.spec.name, id);
  }
}

Table* Catalog::find(std::string_view name) {
  const auto id = ids_.find(name);
  return id == ids_.end() ? nullptr : find(id->second);
}

Table* Catalog::find(int app_id) {
  const auto table = tables_.find(app_id);
  return table == tables_.end() || table->second.dropped() ? nullptr : &table->second;
}

void Catalog::serverStopped(int server) {
  running_[static_cast<std::size_t>(server)] = false;
  for (auto& [id, table] : tables_) {
    table.forEachPartition([server](Partition& partition) { partition.serverStopped(server); });
  }
}

void Catalog::serverStarted(int server) {
  running_[static_cast<std::size_t>(server)] = true;
  for (auto& [id, table] : tables_) {
    table.forEachPartition([server](Partition& partition) { partition.serverStarted(server); });
  }
}

std::vector<int> Catalog::runningServers() const {
  std::vector<int> servers;
  for (std::size_t server = 0; server < running_.size(); ++server) {
    if (running_[server]) servers.push_back(static_cast<int>(server));
  }
  return servers;
}

void Catalog::forgetExpired(std::int64_t now) {
  std::erase_if(tables_, [now](const auto& entry) {
    return entry.second.dropped() && entry.second.expire_second <= now;
  });
}

}  // namespace bridle::internal::onebox
