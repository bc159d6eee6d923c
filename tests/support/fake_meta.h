#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "route/routing_table.h"
#include "support/later.h"
#include "table/table_handler.h"
#include "unit/route/config_builder.h"

namespace bridle::test {

// Who is who in a table, and who tells it: one question is under way at a time, newer routes are
// not asked for again, and an answer that changes nothing is not told.
class FakeMeta final : public internal::RouteRefresher {
 public:
  using Routes = std::shared_ptr<const internal::RoutingTable>;
  struct Partition {
    internal::Endpoint primary;
    std::vector<internal::Endpoint> secondaries = {};
    std::int64_t ballot = 3;
  };

  explicit FakeMeta(internal::Reactor& reactor) : reactor_(reactor), later_(reactor) {}

  // What is told from now on; at once, unasked, by tell().
  std::vector<Partition> partitions;
  std::int32_t app_id = 2;
  std::optional<internal::Duration> answers_after;  // not set: it never answers
  std::function<void(Routes)> on_routes;

  std::vector<internal::TimePoint> asked;

  Routes routes() {
    query_cfg_response config;
    config.app_id = app_id;
    config.partition_count = static_cast<std::int32_t>(partitions.size());
    for (std::int32_t i = 0; i < config.partition_count; ++i) {
      const Partition& from = partitions[static_cast<std::size_t>(i)];
      config.partitions.push_back(
          partition(app_id, i, from.ballot, from.primary, from.secondaries));
    }
    told_ = *internal::RoutingTable::build(config, ++version_);
    return told_;
  }

  void tell() { on_routes(routes()); }

  void refreshRoutes(std::uint64_t stale_version) override {
    if (asking_ || stale_version < version_) return;
    asking_ = true;
    asked.push_back(reactor_.now());
    if (answers_after.has_value()) later_.after(*answers_after, [this] { answer(); });
  }

 private:
  void answer() {
    asking_ = false;
    const Routes before = told_;
    const Routes now = routes();
    if (!now->sameRoutes(*before)) return on_routes(now);
    told_ = before;
    --version_;
  }

  internal::Reactor& reactor_;
  Later later_;
  Routes told_;
  std::uint64_t version_ = 0;
  bool asking_ = false;
};

}  // namespace bridle::test
