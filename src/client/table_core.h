#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "bridle/detail/initiate.h"
#include "bridle/options.h"
#include "client/route_hub.h"
#include "client/table_stats.h"
#include "table/table_handler.h"

namespace bridle::internal {
class ClientCore;
}

namespace bridle::detail {

// One opened table: a handler on each loop of the client. Shared by its Table handles and, until it
// is closed, by the client.
class TableCore final : public std::enable_shared_from_this<TableCore>,
                        private internal::RouteSubscriber {
 public:
  TableCore(std::shared_ptr<internal::ClientCore> client, std::string name,
            const TableOptions& options);
  ~TableCore();

  const std::string& name() const { return name_; }
  const TableOptions& options() const { return options_; }
  internal::ClientCore& client() const { return *client_; }

  // On the loop of that number, before the table is given to anybody.
  void openOn(std::size_t shard, const std::shared_ptr<const internal::RoutingTable>& routes);
  void closeOn(std::size_t shard, std::string_view why);  // on that loop
  internal::RouteSubscriber& subscriber() { return *this; }

  internal::TableHandler& handler(std::size_t shard);

  // Any thread.
  std::shared_ptr<const internal::RoutingTable> routes() const;  // the latest
  // The time-out of a call that asks for `call_ms`; 0: the table's, or else the client's.
  internal::Duration timeoutOf(double call_ms) const;
  void refreshRoutes(std::uint64_t stale_version);
  std::uint64_t newCancelId() { return next_cancel_id_.fetch_add(1, std::memory_order_relaxed); }
  void cancel(std::uint64_t cancel_id);
  void addStats(internal::TableStatsSum& sum) const;

 private:
  class Part;  // the table on one loop

  void onRoutes(const std::shared_ptr<const internal::RoutingTable>& routes) override;
  void onTableNotFound(std::string_view why) override;
  void keepRoutes(const std::shared_ptr<const internal::RoutingTable>& routes);
  void onEachLoop(const std::function<void(internal::TableHandler&)>& work);

  const std::shared_ptr<internal::ClientCore> client_;
  const std::string name_;
  const TableOptions options_;
  std::atomic<std::uint64_t> next_cancel_id_{1};
  std::vector<std::unique_ptr<Part>> parts_;
  mutable std::mutex routes_mutex_;
  std::shared_ptr<const internal::RoutingTable> routes_;
};

}  // namespace bridle::detail
