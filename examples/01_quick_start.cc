// Connect, write a record, read it back, see it expire-able, remove it. Every call here blocks.
//
//   01_quick_start 127.0.0.1:34601 usertable

#include <bridle/client.h>

#include <iostream>

int main(int argc, char** argv) {
  const std::string meta = argc > 1 ? argv[1] : "127.0.0.1:34601";
  const std::string name = argc > 2 ? argv[2] : "usertable";

  absl::StatusOr<bridle::Client> client = bridle::Client::connect({.meta_servers = {meta}});
  if (!client.ok()) return std::cerr << client.status() << "\n", 1;
  absl::StatusOr<bridle::Table> table = client->openTable(name);
  if (!table.ok()) return std::cerr << table.status() << "\n", 1;

  // Records that share a hash key live together, ordered by sort key.
  const absl::Status written = table->set({"user_1", "name"}, "Ada", {.ttl_seconds = 3600});
  if (!written.ok()) return std::cerr << written << "\n", 1;

  // Three outcomes: an error, no such record, or the value.
  const absl::StatusOr<std::optional<std::string>> value = table->get({"user_1", "name"});
  if (!value.ok()) return std::cerr << value.status() << "\n", 1;
  std::cout << "name: " << value->value_or("(none)") << "\n";

  const absl::StatusOr<std::optional<bridle::Ttl>> ttl = table->ttl({"user_1", "name"});
  if (!ttl.ok()) return std::cerr << ttl.status() << "\n", 1;
  if (ttl->has_value()) std::cout << "expires: " << ((*ttl)->expires() ? "yes" : "no") << "\n";

  const absl::Status removed = table->del({"user_1", "name"});
  if (!removed.ok()) return std::cerr << removed << "\n", 1;
  const absl::StatusOr<bool> exists = table->exist({"user_1", "name"});
  if (!exists.ok()) return std::cerr << exists.status() << "\n", 1;
  std::cout << "exists: " << (*exists ? "yes" : "no") << "\n";
}
