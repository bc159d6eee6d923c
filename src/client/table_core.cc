#include "client/table_core.h"

#include <utility>

#include "base/rng.h"
#include "client/client_core.h"
#include "client/work.h"

namespace bridle::detail {

using internal::ClientCore;
using internal::postWork;
using internal::RoutingTable;
using internal::TableHandler;

// The table on one loop. Asks the first loop, where the routes live, for fresh ones.
class TableCore::Part final : private internal::RouteRefresher {
 public:
  Part(TableCore& table, internal::Shard& shard, std::size_t index,
       std::shared_ptr<const RoutingTable> routes)
      : table_(table),
        handler_(shard.reactor(), shard.sessions, *this,
                 {.name = table.name(),
                  .backup_delay = internal::fromMillis(table.options().backup_request_ms),
                  .backup_max_ratio = table.options().backup_request_max_ratio,
                  .seed = internal::mixSeed(table.client().seed(), index)},
                 std::move(routes)) {}

  TableHandler& handler() { return handler_; }

 private:
  void refreshRoutes(std::uint64_t stale_version) override { table_.refreshRoutes(stale_version); }

  TableCore& table_;
  TableHandler handler_;
};

TableCore::TableCore(std::shared_ptr<ClientCore> client, std::string name,
                     const TableOptions& options)
    : client_(std::move(client)),
      name_(std::move(name)),
      options_(options),
      parts_(client_->shardCount()) {}

TableCore::~TableCore() = default;

void TableCore::openOn(std::size_t shard, const std::shared_ptr<const RoutingTable>& routes) {
  keepRoutes(routes);
  parts_[shard] = std::make_unique<Part>(*this, client_->shard(shard), shard, routes);
}

void TableCore::closeOn(std::size_t shard, std::string_view why) {
  if (parts_[shard] != nullptr) parts_[shard]->handler().close(ErrorCode::kClosed, why);
}

TableHandler& TableCore::handler(std::size_t shard) {
  return parts_[shard]->handler();
}

void TableCore::cancel(std::uint64_t cancel_id) {
  onEachLoop([cancel_id](TableHandler& handler) { handler.cancel(cancel_id); });
}

std::shared_ptr<const RoutingTable> TableCore::routes() const {
  const std::lock_guard lock(routes_mutex_);
  return routes_;
}

void TableCore::keepRoutes(const std::shared_ptr<const RoutingTable>& routes) {
  const std::lock_guard lock(routes_mutex_);
  routes_ = routes;
}

void TableCore::refreshRoutes(std::uint64_t stale_version) {
  postWork(client_->shard(0).reactor(), [table = shared_from_this(), stale_version] {
    table->client().routes().of(table->name()).refresh(stale_version);
  });
}

internal::Duration TableCore::timeoutOf(double call_ms) const {
  if (call_ms > 0) return internal::fromMillis(call_ms);
  const double table_ms = options_.operation_timeout_ms;
  return internal::fromMillis(table_ms > 0 ? table_ms : client_->options().operation_timeout_ms);
}

void TableCore::onRoutes(const std::shared_ptr<const RoutingTable>& routes) {
  keepRoutes(routes);
  onEachLoop([routes](TableHandler& handler) { handler.onRoutes(routes); });
}

void TableCore::onTableNotFound(std::string_view why) {
  onEachLoop([text = std::string(why)](TableHandler& handler) { handler.onTableNotFound(text); });
}

void TableCore::onEachLoop(const std::function<void(TableHandler&)>& work) {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    postWork(client_->shard(i).reactor(),
             [table = shared_from_this(), i, work] { work(table->handler(i)); });
  }
}

void TableCore::addStats(internal::TableStatsSum& sum) const {
  for (const auto& part : parts_) sum.add(part->handler().counters());
}

}  // namespace bridle::detail
