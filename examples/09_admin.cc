// Tables: made, looked at, tuned and dropped.
//
//   09_admin 127.0.0.1:34601

#include <bridle/admin.h>
#include <bridle/client.h>

#include <iostream>

int main(int argc, char** argv) {
  const std::string meta = argc > 1 ? argv[1] : "127.0.0.1:34601";

  absl::StatusOr<bridle::Client> client = bridle::Client::connect({.meta_servers = {meta}});
  if (!client.ok()) return std::cerr << client.status() << "\n", 1;
  bridle::Admin admin = client->admin();

  // A deadline of its own: soon over if there is no cluster.
  const auto nodes = admin.listNodes({.timeout_ms = 2000});
  if (!nodes.ok()) return std::cerr << nodes.status() << "\n", 1;
  std::cout << "servers: " << nodes->size() << "\n";

  // Waits until the table can be used.
  const auto created = admin.createTable("sessions", {.partitions = 4, .replicas = 3});
  if (!created.ok()) return std::cerr << created.status() << "\n", 1;

  // Records without a TTL of their own now live for a day.
  const absl::Status tuned = admin.setTableEnvs("sessions", {{"default_ttl", "86400"}});
  if (!tuned.ok()) return std::cerr << tuned << "\n", 1;

  const auto tables = admin.listTables();
  if (!tables.ok()) return std::cerr << tables.status() << "\n", 1;
  for (const bridle::TableInfo& table : *tables) {
    if (table.name != "sessions") continue;
    std::cout << table.name << ": " << table.partitions << " partitions\n";
    for (const auto& [key, value] : table.envs) std::cout << key << " = " << value << "\n";
  }

  // It can be recalled for an hour.
  const absl::Status dropped = admin.dropTable("sessions", {.reserve_seconds = 3600});
  if (!dropped.ok()) return std::cerr << dropped << "\n", 1;
  const auto gone = client->openTable("sessions");
  std::cout << "after the drop: " << (gone.ok() ? "open" : "no such table") << "\n";
}
