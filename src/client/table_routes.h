#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "base/counter.h"
#include "route/meta_session.h"
#include "route/resolver.h"
#include "route/routing_table.h"

namespace bridle::internal {

// Who wants to know about the routes of a table.
class RouteSubscriber {
 public:
  virtual void onRoutes(const std::shared_ptr<const RoutingTable>& routes) = 0;
  virtual void onTableNotFound(std::string_view why) = 0;

 protected:
  ~RouteSubscriber() = default;
};

// The routes of one table: who waits for the first answer, each until a deadline of its own, and
// who wants to know of changes. Loop thread only.
class TableRoutes {
 public:
  using Routes = std::shared_ptr<const RoutingTable>;
  using Opened = std::function<void(absl::StatusOr<Routes>)>;

  // `on_unused`: an opening has failed, and nothing is left to keep this for. It must not destroy
  // this at once.
  TableRoutes(MetaSession& meta, Reactor& reactor, const std::string& table, Counter& refreshes,
              std::function<void()> on_unused);
  ~TableRoutes();

  // The present routes, or those of a meta server if there are none yet. `done` is called exactly
  // once, never inside open(), and not after close().
  void open(TimePoint deadline, Opened done);
  // After an open() has succeeded. Told at once if the routes are no longer `known`.
  void subscribe(RouteSubscriber& subscriber, const Routes& known);
  void refresh(std::uint64_t stale_version);
  void close(const absl::Status&
                 why);  // ends what is under way; no subscriber is told anything afterwards

  bool unused() const { return routes_ == nullptr && waiting_.empty(); }

 private:
  struct Waiting {
    TimePoint deadline;
    Opened done;
  };

  void onTimer(TimePoint now);
  void ask();
  void onAnswer(const absl::Status& status);
  void onRoutes(const Routes& routes);
  void onError(const absl::Status& why);
  void end(const absl::Status& status, const std::function<bool(const Waiting&)>& concerned);
  void armTimer();

  MetaSession& meta_;
  Reactor& reactor_;
  const std::string table_;
  Counter& refreshes_;
  const std::function<void()> on_unused_;
  Routes routes_;  // null until the first answer
  std::vector<Waiting> waiting_;
  std::vector<RouteSubscriber*> subscribers_;
  bool asking_ = false;
  TimePoint asking_until_{};
  std::unique_ptr<Resolver> resolver_;  // null after close()
  MemberTimer<&TableRoutes::onTimer> timer_{*this};
};

}  // namespace bridle::internal
