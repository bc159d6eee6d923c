#include "client/route_hub.h"

#include "client/work.h"

namespace bridle::internal {

RouteHub::RouteHub(Network& network, const MetaOptions& options)
    : reactor_(network.reactor()), meta_(network, options) {}

RouteHub::~RouteHub() = default;

TableRoutes& RouteHub::of(const std::string& table) {
  std::unique_ptr<TableRoutes>& routes = tables_[table];
  if (routes == nullptr) {
    routes = std::make_unique<TableRoutes>(meta_, reactor_, table, refreshes_,
                                           [this, table] { forgetIfUnused(table); });
  }
  return *routes;
}

// A table that could not be opened leaves nothing behind; not at once, since this is called by it.
void RouteHub::forgetIfUnused(const std::string& table) {
  postWork(reactor_, [this, table] {
    const auto found = tables_.find(table);
    if (found != tables_.end() && found->second->unused()) tables_.erase(found);
  });
}

void RouteHub::close(const absl::Status& why) {
  for (const auto& [name, table] : tables_) table->close(why);
  meta_.cancelAll(why);
  meta_.closeAll();
}

}  // namespace bridle::internal
