// Counters, and records that expire.
//
//   06_counters 127.0.0.1:34601 usertable

#include <bridle/client.h>

#include <iostream>

int main(int argc, char** argv) {
  const std::string meta = argc > 1 ? argv[1] : "127.0.0.1:34601";
  const std::string name = argc > 2 ? argv[2] : "usertable";

  absl::StatusOr<bridle::Client> client = bridle::Client::connect({.meta_servers = {meta}});
  if (!client.ok()) return std::cerr << client.status() << "\n", 1;
  absl::StatusOr<bridle::Table> table = client->openTable(name);
  if (!table.ok()) return std::cerr << table.status() << "\n", 1;
  const bridle::Key key{"page_9", "views"};
  if (const absl::Status removed = table->del(key); !removed.ok()) {
    return std::cerr << removed << "\n", 1;
  }

  // An absent record counts from 0. What is sent and not answered is not repeated: the error then
  // says that the counter may have gone up.
  absl::StatusOr<std::int64_t> views = table->incr(key, 1, {.ttl = bridle::TtlChange::set(3600)});
  if (!views.ok()) return std::cerr << views.status() << "\n", 1;
  views = table->incr(key, 41);  // keeps the TTL
  if (!views.ok()) return std::cerr << views.status() << "\n", 1;
  std::cout << "views: " << *views << "\n";

  const auto expires = [&]() -> std::string {
    const absl::StatusOr<std::optional<bridle::Ttl>> ttl = table->ttl(key);
    if (!ttl.ok()) return std::string(ttl.status().message());
    if (!ttl->has_value()) return "no such record";
    return (*ttl)->expires() ? "within an hour" : "never";
  };
  std::cout << "expires: " << expires() << "\n";
  views = table->incr(key, 0, {.ttl = bridle::TtlChange::clear()});
  if (!views.ok()) return std::cerr << views.status() << "\n", 1;
  std::cout << "expires: " << expires() << "\n";

  if (const absl::Status set = table->set(key, "many"); !set.ok())
    return std::cerr << set << "\n", 1;
  views = table->incr(key, 1);
  std::cout << "text is no counter: " << (views.ok() ? "counted" : "refused") << "\n";
}
