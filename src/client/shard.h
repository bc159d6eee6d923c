#pragma once

#include "client/job/job.h"
#include "io/link.h"
#include "rpc/session_map.h"

namespace bridle::internal {

// One loop of a client with the connections that live on it. Nothing here is shared with another
// loop.
struct Shard {
  Shard(Network& net, const SessionOptions& options) : network(net), sessions(net, options) {}

  Reactor& reactor() const { return network.reactor(); }

  Network& network;
  SessionMap sessions;
  JobList jobs;
};

}  // namespace bridle::internal
