#pragma once

#include <memory>

#include "absl/container/flat_hash_map.h"
#include "rpc/replica_session.h"

namespace bridle::internal {

// The sessions of one loop, one per server, shared by all tables. References stay valid as long as
// the map.
class SessionMap {
 public:
  SessionMap(Network& network, const SessionOptions& options);

  ReplicaSession& at(const Endpoint& peer);  // made (idle) on first use
  const SessionStats& stats() const;
  std::size_t outstanding() const;  // requests of all sessions
};

}  // namespace bridle::internal
