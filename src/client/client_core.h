#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "bridle/options.h"
#include "bridle/stats.h"
#include "client/route_hub.h"
#include "client/shard.h"
#include "client/table_core.h"

namespace bridle::internal {

// A client without its threads: the loops are given, real or simulated.
class ClientCore : public std::enable_shared_from_this<ClientCore> {
 public:
  // One network per loop, at least one. Options have been checked.
  // `keep_alive` is let go at the very end: whatever the networks need.
  ClientCore(const ClientOptions& options, const std::vector<Network*>& loops,
             std::shared_ptr<void> keep_alive = nullptr);
  ~ClientCore();

  using Opened = std::function<void(absl::StatusOr<std::shared_ptr<detail::TableCore>>)>;

  // Any thread. `done` runs on the first loop, or here if the request is refused at once.
  void openTable(std::string name, const TableOptions& options, Opened done);

  ClientStats stats() const;  // any thread

  // Closing, in this order: nothing new starts; then on each loop, there, closeShard().
  void refuseNewCalls() { closed_.store(true, std::memory_order_release); }
  void closeShard(std::size_t index);
  void forgetTables();

  bool closed() const { return closed_.load(std::memory_order_acquire); }
  const ClientOptions& options() const { return options_; }
  std::uint64_t seed() const { return seed_; }
  std::size_t shardCount() const { return shards_.size(); }
  Shard& shard(std::size_t index) { return *shards_[index]; }
  std::optional<std::size_t> currentShard()
      const;  // whose loop runs the caller; nullopt for foreign threads
  RouteHub& routes() { return *routes_; }  // on the first loop

 private:
  using Table = std::shared_ptr<detail::TableCore>;

  void askForRoutes(const Table& table, const Opened& done);
  void openFrom(std::size_t shard, const Table& table, const TableRoutes::Routes& routes,
                const Opened& done);
  void finishOpening(const Table& table, const TableRoutes::Routes& routes, const Opened& done);
  Table findTable(const std::string& name, const TableOptions& options) const;

  const std::shared_ptr<void> keep_alive_;
  const ClientOptions options_;
  const std::uint64_t seed_;
  std::atomic<bool> closed_{false};
  std::vector<std::unique_ptr<Shard>> shards_;
  std::unique_ptr<RouteHub> routes_;
  mutable std::mutex tables_mutex_;  // opening and statistics only
  std::vector<std::shared_ptr<detail::TableCore>> tables_;
  std::map<std::string, TableStatsSum> ended_;  // statistics of tables that were closed
};

}  // namespace bridle::internal
