#pragma once

#include <map>
#include <memory>
#include <string>

#include "base/counter.h"
#include "client/table_routes.h"
#include "route/meta_session.h"

namespace bridle::internal {

// The routes of all tables of a client. Lives on its first loop and is used only there; what it
// learns is sent to the other loops by the subscribers.
class RouteHub {
 public:
  RouteHub(Network& network, const MetaOptions& options);
  ~RouteHub();

  TableRoutes& of(const std::string& table);  // made, without routes, on first use
  MetaSession& meta() { return meta_; }
  void close(const absl::Status& why);  // all of them, and the connections to the meta servers

  // Any thread.
  std::uint64_t metaQueries() const { return meta_.queries(); }
  std::uint64_t refreshes() const { return refreshes_.get(); }

 private:
  void forgetIfUnused(const std::string& table);

  Reactor& reactor_;
  MetaSession meta_;
  Counter refreshes_;
  std::map<std::string, std::unique_ptr<TableRoutes>> tables_;
};

}  // namespace bridle::internal
