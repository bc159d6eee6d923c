#include <benchmark/benchmark.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bridle/client.h"
#include "bridle/onebox.h"

// Rows per second of a scan over a whole table on loopback, taken by page and row by row. Client
// and servers share the machine.
namespace bridle {
namespace {

constexpr int kHashKeys = 1000;
constexpr int kRowsPerHashKey = 100;
constexpr std::int64_t kRows = kHashKeys * kRowsPerHashKey;

class FilledTable {
 public:
  FilledTable()
      : onebox_(*Onebox::start({.replicas = 3, .tables = {{"t", 8}}})),
        client_(*Client::connect({.meta_servers = onebox_->metaServers()})),
        table_(*client_.openTable("t")) {
    const std::string value(100, 'v');
    std::vector<std::string> sort_keys;
    for (int i = 0; i < kRowsPerHashKey; ++i) sort_keys.push_back("row" + std::to_string(1000 + i));
    std::vector<EntryView> rows;
    for (const std::string& sort_key : sort_keys) rows.push_back({sort_key, value});
    for (int i = 0; i < kHashKeys; ++i) {
      failed_ += !table_.multiSet("user" + std::to_string(i), rows).ok();
    }
  }

  Scanner scanner() { return std::move(table_.unorderedScanners(1)->front()); }
  int failed() const { return failed_; }

 private:
  std::unique_ptr<Onebox> onebox_;
  Client client_;
  Table table_;
  int failed_ = 0;
};

std::int64_t scanByPage(Scanner scanner) {
  std::int64_t rows = 0;
  while (true) {
    const absl::StatusOr<std::vector<Row>> page = scanner.nextPage();
    if (!page.ok() || page->empty()) return rows;
    rows += std::ssize(*page);
  }
}

std::int64_t scanByRow(Scanner scanner) {
  std::int64_t rows = 0;
  while (true) {
    const absl::StatusOr<std::optional<Row>> row = scanner.next();
    if (!row.ok() || !row->has_value()) return rows;
    ++rows;
  }
}

std::int64_t countAtTheServers(Scanner scanner) {
  const absl::StatusOr<std::int64_t> rows = scanner.count();
  return rows.ok() ? *rows : 0;
}

void scanTable(benchmark::State& state, std::int64_t (*scan)(Scanner)) {
  FilledTable table;
  bool complete = table.failed() == 0;
  for (auto _ : state) complete = scan(table.scanner()) == kRows && complete;
  if (!complete) state.SkipWithError("rows are missing");
  state.SetItemsProcessed(state.iterations() * kRows);
}
BENCHMARK_CAPTURE(scanTable, A53_by_page, scanByPage)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(scanTable, A53_by_row, scanByRow)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(scanTable, counted, countAtTheServers)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace bridle
