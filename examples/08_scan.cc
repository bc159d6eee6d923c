// All rows of a hash key in order, all rows of the table, and a scan that goes on elsewhere.
//
//   08_scan 127.0.0.1:34601 usertable

#include <bridle/client.h>

#include <iostream>

int main(int argc, char** argv) {
  const std::string meta = argc > 1 ? argv[1] : "127.0.0.1:34601";
  const std::string name = argc > 2 ? argv[2] : "usertable";

  absl::StatusOr<bridle::Client> client = bridle::Client::connect({.meta_servers = {meta}});
  if (!client.ok()) return std::cerr << client.status() << "\n", 1;
  absl::StatusOr<bridle::Table> table = client->openTable(name);
  if (!table.ok()) return std::cerr << table.status() << "\n", 1;
  for (const char* const day : {"2026-01-01", "2026-01-02", "2026-02-01"}) {
    for (const char* const sensor : {"sensor_1", "sensor_2"}) {
      const absl::Status written = table->set({sensor, day}, "20.5");
      if (!written.ok()) return std::cerr << written << "\n", 1;
    }
  }

  // In order, within one hash key. An error is never an end: nullopt is.
  absl::StatusOr<bridle::Scanner> january =
      table->scan("sensor_1", {.filter = bridle::Filter::prefix("2026-01")});
  if (!january.ok()) return std::cerr << january.status() << "\n", 1;
  while (true) {
    const absl::StatusOr<std::optional<bridle::Row>> row = january->next();
    if (!row.ok()) return std::cerr << row.status() << "\n", 1;
    if (!row->has_value()) break;
    std::cout << (*row)->hash_key << " " << (*row)->sort_key << "\n";
  }

  // The whole table, in two parts that could be read by two threads; here by pages.
  const bridle::ScanOptions sensors{.hash_key_filter = bridle::Filter::prefix("sensor_")};
  absl::StatusOr<std::vector<bridle::Scanner>> parts = table->unorderedScanners(2, sensors);
  if (!parts.ok()) return std::cerr << parts.status() << "\n", 1;
  std::size_t rows = 0;
  for (bridle::Scanner& part : *parts) {
    while (true) {
      const absl::StatusOr<std::vector<bridle::Row>> page = part.nextPage();
      if (!page.ok()) return std::cerr << page.status() << "\n", 1;
      if (page->empty()) break;
      rows += page->size();
    }
  }
  std::cout << "rows: " << rows << "\n";

  // A token carries the place, so that another process can go on from there.
  absl::StatusOr<bridle::Scanner> first = table->scan("sensor_2");
  if (!first.ok()) return std::cerr << first.status() << "\n", 1;
  if (const auto row = first->next(); !row.ok()) return std::cerr << row.status() << "\n", 1;
  absl::StatusOr<bridle::Scanner> rest = table->resumeScan(first->token());
  if (!rest.ok()) return std::cerr << rest.status() << "\n", 1;
  const absl::StatusOr<std::optional<bridle::Row>> second = rest->next();
  if (!second.ok()) return std::cerr << second.status() << "\n", 1;
  std::cout << "then: " << (second->has_value() ? (*second)->sort_key : "(end)") << "\n";
}
