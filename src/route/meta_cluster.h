#pragma once

#include <vector>

#include "base/counter.h"
#include "base/endpoint.h"
#include "base/rng.h"
#include "base/time.h"
#include "io/link.h"
#include "rpc/replica_session.h"
#include "rpc/session_map.h"

namespace bridle::internal {

struct MetaOptions {
  std::vector<HostPort> servers;
  Duration query_timeout;  // for one question to one meta
  SessionOptions session;
};

// What all calls to the meta servers of one cluster share.
struct MetaCluster {
  MetaCluster(Network& network_in, const MetaOptions& options_in)
      : network(network_in),
        options(options_in),
        sessions(network_in, options_in.session),
        rng(options_in.session.seed) {}

  Network& network;
  const MetaOptions options;
  SessionMap sessions;
  Endpoint leader;        // who gave the last true answer; not valid: unknown
  std::size_t first = 0;  // of the list, in the next round without a leader
  Rng rng;
  Counter queries;
};

}  // namespace bridle::internal
