// Many records at once: those of one hash key in one call, and a batch over many hash keys.
//
//   05_batches 127.0.0.1:34601 usertable

#include <bridle/client.h>

#include <iostream>

int main(int argc, char** argv) {
  const std::string meta = argc > 1 ? argv[1] : "127.0.0.1:34601";
  const std::string name = argc > 2 ? argv[2] : "usertable";

  absl::StatusOr<bridle::Client> client = bridle::Client::connect({.meta_servers = {meta}});
  if (!client.ok()) return std::cerr << client.status() << "\n", 1;
  absl::StatusOr<bridle::Table> table = client->openTable(name);
  if (!table.ok()) return std::cerr << table.status() << "\n", 1;

  // All of them or none: one hash key is one partition.
  const absl::Status written =
      table->multiSet("cart_7", {{"apple", "3"}, {"bread", "1"}, {"cheese", "2"}});
  if (!written.ok()) return std::cerr << written << "\n", 1;

  const absl::StatusOr<bridle::Entries> two = table->multiGet("cart_7", {"cheese", "apple"});
  if (!two.ok()) return std::cerr << two.status() << "\n", 1;
  for (const auto& [item, count] : two->entries) std::cout << item << ": " << count << "\n";

  // From "b" on, in order; `complete` says whether a limit cut it short.
  const absl::StatusOr<bridle::Entries> rest = table->multiGetRange("cart_7", {.start = "b"});
  if (!rest.ok()) return std::cerr << rest.status() << "\n", 1;
  std::cout << "from b on: " << rest->entries.size() << (rest->complete ? " (all)" : "") << "\n";

  // Over many hash keys: each item has a status of its own, in the order asked.
  const std::vector<bridle::Key> users = {
      {"user_1", "name"}, {"user_2", "name"}, {"user_3", "name"}};
  const std::vector<absl::Status> set = table->batchSet({{users[0], "Ada"}, {users[1], "Grace"}});
  for (const absl::Status& status : set) {
    if (!status.ok()) return std::cerr << status << "\n", 1;
  }
  for (const absl::StatusOr<std::optional<std::string>>& value : table->batchGet(users)) {
    if (!value.ok()) return std::cerr << value.status() << "\n", 1;
    std::cout << "name: " << value->value_or("(none)") << "\n";
  }

  const absl::StatusOr<std::int64_t> removed =
      table->multiDel("cart_7", {"apple", "bread", "cheese"});
  if (!removed.ok()) return std::cerr << removed.status() << "\n", 1;
  std::cout << "removed: " << *removed << "\n";
}
