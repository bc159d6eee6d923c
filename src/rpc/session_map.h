#pragma once

#include <cstddef>
#include <map>
#include <memory>

#include "base/endpoint.h"
#include "io/link.h"
#include "rpc/replica_session.h"
#include "rpc/session_stats.h"

namespace bridle::internal {

// The sessions of one loop, one per server, shared by all tables. References stay valid as long as
// the map. Loop thread only, but for stats().
class SessionMap {
 public:
  SessionMap(Network& network, const SessionOptions& options);

  ReplicaSession& at(const Endpoint& peer);  // made (idle) on first use
  void closeAll();                           // see ReplicaSession::close()
  const SessionStats& stats() const { return stats_; }
  std::size_t outstanding() const;  // requests of all sessions

 private:
  Network& network_;
  const SessionOptions options_;
  SessionStats stats_;
  std::map<Endpoint, std::unique_ptr<ReplicaSession>> sessions_;  // closed in this order
};

}  // namespace bridle::internal
