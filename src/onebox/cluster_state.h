#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/endpoint.h"
#include "io/reactor.h"
#include "onebox/catalog.h"
#include "onebox/fault_rules.h"
#include "onebox/request_seen.h"

namespace bridle::internal::onebox {

// What the servers of a cluster share; they all run on one loop.
struct ClusterState {
  ClusterState(const PartitionHost& host, int replica_count, std::uint64_t seed)
      : reactor(host.reactor), storage(host.storage), catalog(host, replica_count), faults(seed) {}

  Reactor& reactor;
  Storage& storage;
  Catalog catalog;
  FaultRules faults;
  std::vector<Endpoint> metas;
  std::vector<Endpoint> replicas;
  std::optional<int> leader = 0;  // among the metas
  bool drop_expired_requests = false;
  std::function<void(const RequestSeen&)> on_request;
};

}  // namespace bridle::internal::onebox
