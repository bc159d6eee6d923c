// What backup requests do for the tail: a cluster in this process stalls 2 % of the reads at
// primaries by 100 ms; the same reads are made through two handles of one table, without and with
// backup requests.
//
//   04_backup_requests

#include <bridle/client.h>
#include <bridle/onebox.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <vector>

namespace {

constexpr int kReads = 300;

// The slowest of some reads, in ms; negative if one failed.
double slowestRead(bridle::Table& table) {
  double slowest = 0;
  for (int i = 0; i < kReads; ++i) {
    const auto start = std::chrono::steady_clock::now();
    if (!table.get({"user_1"}).ok()) return -1;
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    slowest = std::max(slowest, took.count());
  }
  return slowest;
}

}  // namespace

int main() {
  auto onebox = bridle::Onebox::start({.replicas = 3, .tables = {{"usertable", 8}}});
  if (!onebox.ok()) return std::cerr << onebox.status() << "\n", 1;
  auto client = bridle::Client::connect({.meta_servers = (*onebox)->metaServers()});
  if (!client.ok()) return std::cerr << client.status() << "\n", 1;
  auto plain = client->openTable("usertable");
  auto hedged = client->openTable("usertable", 5);  // a backup request after 5 ms
  if (!plain.ok() || !hedged.ok()) return std::cerr << plain.status() << hedged.status() << "\n", 1;
  const absl::Status written = plain->set({"user_1"}, "Ada");
  if (!written.ok()) return std::cerr << written << "\n", 1;

  const auto stalls = (*onebox)->addFault({.role = bridle::OneboxRole::kPrimary,
                                           .op = bridle::OneboxOp::kRead,
                                           .probability = 0.02,
                                           .delay_min_ms = 100,
                                           .delay_max_ms = 100});
  if (!stalls.ok()) return std::cerr << stalls.status() << "\n", 1;

  const double without = slowestRead(*plain);
  const double with = slowestRead(*hedged);
  if (without < 0 || with < 0) return std::cerr << "a read failed\n", 1;
  const bridle::TableStats stats = client->stats().tables["usertable"];
  std::cout << "slowest of " << kReads << " reads without backup requests: " << without << " ms\n"
            << "slowest of " << kReads << " reads with backup requests:    " << with << " ms\n"
            << "backup requests sent: " << stats.backup_sent << ", won: " << stats.backup_won
            << "\n";
}
