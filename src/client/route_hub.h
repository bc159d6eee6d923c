#pragma once

#include <functional>
#include <map>
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

// The routes of all tables of a client. Lives on its first loop and is used only there; what it
// learns is sent to the other loops by the subscribers.
class RouteHub {
 public:
  using Routes = std::shared_ptr<const RoutingTable>;
  using Opened = std::function<void(absl::StatusOr<Routes>)>;

  RouteHub(Network& network, const MetaOptions& options);
  ~RouteHub();

  // The present routes of a table, or those of a meta server if it is new. `done` is called exactly
  // once, never inside open().
  void open(const std::string& table, TimePoint deadline, Opened done);
  // After open() has succeeded. Told at once if the routes are no longer `known`.
  void subscribe(const std::string& table, RouteSubscriber& subscriber, const Routes& known);
  void refresh(const std::string& table, std::uint64_t stale_version);

  void close(const absl::Status& why);  // ends what is under way with `why`; no subscriber is told
                                        // anything afterwards

  // Any thread.
  std::uint64_t metaQueries() const { return meta_.queries(); }
  std::uint64_t refreshes() const { return refreshes_.get(); }
  const SessionStats& sessionStats() const { return meta_.stats(); }

 private:
  struct Entry;

  void onRoutes(Entry& entry, const Routes& routes);
  void onError(Entry& entry, const absl::Status& why);
  void onOpened(Entry& entry, const absl::Status& status);
  Entry& entryOf(const std::string& table);
  void forgetIfUnused(const std::string& table);

  Reactor& reactor_;
  MetaSession meta_;
  Counter refreshes_;
  bool closed_ = false;
  std::map<std::string, std::unique_ptr<Entry>> entries_;
};

}  // namespace bridle::internal
