#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "route/meta_session.h"
#include "route/routing_table.h"

namespace bridle::internal {

// Keeps the routes of one table fresh. One question is under way at a time; between two there is
// limits::kRefreshMinInterval, doubling to kRefreshMaxInterval while nothing better is learnt.
// Never installs an older answer over a newer one (a partition's ballot never goes back, unless the
// app id changed). Loop thread only.
class Resolver {
 public:
  // Told on each installed table, and on each failed or fruitless question (same routes as before:
  // `routes` is the present table again, so that who waited may try again).
  using OnRoutes = std::function<void(std::shared_ptr<const RoutingTable> routes)>;
  // NotFound: the meta says that there is no such table (any more). Other errors: the refresh
  // failed for now.
  using OnError = std::function<void(const absl::Status& why)>;

  Resolver(MetaSession& meta, Reactor& reactor, std::string table, OnRoutes on_routes,
           OnError on_error);
  ~Resolver();

  // The first question: asks until it has routes or a final answer, or the deadline has passed.
  // Waits through ERR_BUSY_CREATING with limits::kMetaPause between questions.
  void open(TimePoint deadline, std::function<void(absl::Status)> done);

  // Somebody found the routes of `stale_version` wrong. No effect if newer ones are installed
  // already or a question is under way.
  void refresh(std::uint64_t stale_version);

  std::uint64_t refreshes() const;  // answers that changed the routes; any thread
};

}  // namespace bridle::internal
