#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/counter.h"
#include "base/time.h"
#include "io/reactor.h"
#include "route/config_answer.h"
#include "route/meta_session.h"
#include "route/routing_table.h"
#include "rpc/backoff.h"

namespace bridle::internal {

// Keeps the routes of one table fresh. One question is under way at a time. Between two there is at
// least limits::kRefreshMinInterval, doubling up to kRefreshSameInterval while the answer is what
// was known before, and up to kRefreshMaxInterval while there is none. Never installs an older
// answer over a newer one (a partition's ballot never goes back, unless the app id changed). Loop
// thread only.
class Resolver {
 public:
  // Told on each installed table, and on each fruitless answer (same routes as before: `routes` is
  // the present table again, so that who waited may try again).
  using OnRoutes = std::function<void(std::shared_ptr<const RoutingTable> routes)>;
  // NotFound: the meta says that there is no such table (any more). Other errors: the refresh
  // failed for now.
  using OnError = std::function<void(const absl::Status& why)>;

  // None of the callbacks may destroy the resolver.
  Resolver(MetaSession& meta, Reactor& reactor, std::string table, OnRoutes on_routes,
           OnError on_error);
  ~Resolver();  // a question under way is ignored; an open() ends without a call of its `done`

  // The first question: asks until it has routes or a final answer, or the deadline has passed.
  // Waits through ERR_BUSY_CREATING with limits::kMetaPause between questions. With routes,
  // `on_routes` is called before `done`; with an error, only `done` is. Comes before any refresh(),
  // and again only after it has ended in an error.
  void open(TimePoint deadline, std::function<void(absl::Status)> done);

  // Somebody found the routes of `stale_version` wrong. No effect if newer ones are installed
  // already or a question is under way or waits for its time.
  void refresh(std::uint64_t stale_version);

  std::uint64_t refreshes() const { return refreshes_.get(); }  // answers that changed the routes

 private:
  void onTimer(TimePoint now);
  void ask(TimePoint deadline);
  void onAnswer(const absl::StatusOr<std::string>& result);
  ConfigAnswer read(const absl::StatusOr<std::string>& result) const;
  void onOpenAnswer(ConfigAnswer answer);
  void install(std::shared_ptr<const RoutingTable> fresh);

  MetaSession& meta_;
  Reactor& reactor_;
  const std::string table_;
  const OnRoutes on_routes_;
  const OnError on_error_;

  std::shared_ptr<const RoutingTable> routes_;
  Counter refreshes_;
  bool asking_ = false;
  Backoff pace_;
  std::function<void(absl::Status)> open_done_;  // not empty: open() is under way
  TimePoint open_start_{};
  TimePoint open_deadline_{};
  std::shared_ptr<void> alive_;  // answers that come after the end find it expired
  MemberTimer<&Resolver::onTimer> timer_{*this};
};

}  // namespace bridle::internal
