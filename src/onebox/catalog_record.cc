// Each toJson() binds all fields of its struct: one that is added does not compile until it is
// saved. The bytes are CBOR, since names and envs need not be UTF-8.

#include "onebox/catalog_record.h"

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "onebox/store/data_directory.h"

namespace bridle::internal::onebox {
namespace {

using nlohmann::json;

std::string pack(const json& value) {
  std::string bytes;
  json::to_cbor(value, bytes);
  return bytes;
}

json toJson(const PartitionConfig& config) {
  const auto& [ballot, primary, secondaries, last_drops] = config;
  return {{"ballot", ballot},
          {"primary", primary ? json(*primary) : json()},
          {"secondaries", secondaries},
          {"last_drops", last_drops}};
}

PartitionConfig partitionConfigOf(const json& saved) {
  PartitionConfig config;
  saved.at("ballot").get_to(config.ballot);
  if (!saved.at("primary").is_null()) config.primary = saved.at("primary").get<int>();
  saved.at("secondaries").get_to(config.secondaries);
  saved.at("last_drops").get_to(config.last_drops);
  return config;
}

json toJson(const TableSpec& spec) {
  const auto& [name, partitions, replicas, app_type, is_stateful, atomic_idempotent, envs] = spec;
  return {{"name", name},
          {"partitions", partitions},
          {"replicas", replicas},
          {"app_type", app_type},
          {"is_stateful", is_stateful},
          {"atomic_idempotent", atomic_idempotent},
          {"envs", envs}};
}

TableSpec tableSpecOf(const json& saved) {
  return {.name = saved.at("name"),
          .partitions = saved.at("partitions"),
          .replicas = saved.at("replicas"),
          .app_type = saved.at("app_type"),
          .is_stateful = saved.at("is_stateful"),
          .atomic_idempotent = saved.at("atomic_idempotent"),
          .envs = saved.at("envs").get<Envs>()};
}

// Of the moment of the next step only whether it comes by itself: there is no telling how long the
// process was away.
json toJson(const Split::Parent& parent) {
  const auto& [status, handing_over, due] = parent;
  return {{"status", static_cast<int>(status)},
          {"handing_over", handing_over},
          {"waits", due == kNever}};
}

Split::Parent parentOf(const json& saved, TimePoint now) {
  return {.status = static_cast<Split::Status>(saved.at("status").get<int>()),
          .handing_over = saved.at("handing_over"),
          .due = saved.at("waits").get<bool>() ? kNever : now};
}

json toJson(const Split& split) {
  const auto& [parents, children] = split;
  json result = {{"parents", json::object()}, {"children", json::object()}};
  for (const auto& [index, parent] : parents) {
    result["parents"][std::to_string(index)] = toJson(parent);
  }
  for (const auto& [index, child] : children) {
    result["children"][std::to_string(index)] = toJson(child.config());
  }
  return result;
}

Split splitOf(const json& saved, const PartitionHost& host, int app_id) {
  Split split;
  for (const auto& [index, parent] : saved.at("parents").items()) {
    split.parents.emplace(std::stoi(index), parentOf(parent, host.reactor.now()));
  }
  for (const auto& [key, child] : saved.at("children").items()) {
    const int index = std::stoi(key);
    split.children.emplace(index,
                           Partition::restore(host, {app_id, index}, partitionConfigOf(child)));
  }
  return split;
}

// The rules follow from the envs, but for the default TTL, which may outlive its env.
json toJson(const Table& table) {
  const auto& [id, spec, rules, partitions, split, init_partition_count, create_second, drop_second,
               expire_second, recalled] = table;
  json configs = json::array();
  for (const Partition& partition : partitions) configs.push_back(toJson(partition.config()));
  return {{"id", id},
          {"spec", toJson(spec)},
          {"default_ttl", rules.default_ttl},
          {"partitions", std::move(configs)},
          {"split", split ? toJson(*split) : json()},
          {"init_partition_count", init_partition_count},
          {"create_second", create_second},
          {"drop_second", drop_second},
          {"expire_second", expire_second},
          {"recalled", recalled}};
}

Table tableOf(const json& saved, const PartitionHost& host) {
  Table table;
  table.id = saved.at("id");
  table.spec = tableSpecOf(saved.at("spec"));
  table.rules.default_ttl = saved.at("default_ttl");
  table.applyEnvs();
  for (const json& config : saved.at("partitions")) {
    const int index = static_cast<int>(table.partitions.size());
    table.partitions.push_back(
        Partition::restore(host, {table.id, index}, partitionConfigOf(config)));
  }
  if (!saved.at("split").is_null()) table.split = splitOf(saved.at("split"), host, table.id);
  table.init_partition_count = saved.at("init_partition_count");
  table.create_second = saved.at("create_second");
  table.drop_second = saved.at("drop_second");
  table.expire_second = saved.at("expire_second");
  table.recalled = saved.at("recalled");
  return table;
}

absl::Status restore(const SavedTables& saved, const std::string& folder, Catalog& catalog) {
  const json cluster = json::from_cbor(saved.cluster);
  const int servers = cluster.at("servers");
  if (servers != catalog.servers()) {
    return badDirectory(folder, "is of a cluster with ", servers, " replica servers, not ",
                        catalog.servers(), "; give it so many, or another directory");
  }
  std::map<int, Table> tables;
  for (const auto& [id, description] : saved.tables) {
    tables.emplace(id, tableOf(json::from_cbor(description), catalog.host()));
  }
  const std::uint32_t restarts = cluster.value("restarts", 0U);
  catalog.restore(std::move(tables), cluster.at("last_id"), restarts + 1);
  return absl::OkStatus();
}

}  // namespace

void saveCatalog(const Catalog& catalog, Storage& storage) {
  if (!storage.durable()) return;
  SavedTables now;
  now.cluster = pack({{"servers", catalog.servers()},
                      {"last_id", catalog.lastId()},
                      {"restarts", catalog.restarts()}});
  for (const auto& [id, table] : catalog.tables()) now.tables.emplace(id, pack(toJson(table)));
  storage.save(std::move(now));
}

absl::Status restoreCatalog(const Storage& storage, const std::string& folder, Catalog& catalog) {
  if (storage.saved().cluster.empty()) return absl::OkStatus();
  try {
    return restore(storage.saved(), folder, catalog);
  } catch (const std::exception& error) {
    return badDirectory(folder, "its tables cannot be read: ", error.what());
  }
}

}  // namespace bridle::internal::onebox
