#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/endpoint.h"
#include "bridle/onebox.h"
#include "io/reactor.h"
#include "onebox/catalog.h"
#include "onebox/catalog_record.h"
#include "onebox/fault_rules.h"
#include "onebox/notices.h"
#include "onebox/request_seen.h"
#include "onebox/split/splits.h"

namespace bridle::internal::onebox {

// What the servers of a cluster share; they all run on one loop.
struct ClusterState {
  ClusterState(const PartitionHost& host, int replica_count, std::uint64_t seed,
               OneboxNotice on_notice)
      : reactor(host.reactor),
        storage(host.storage),
        catalog(host, replica_count),
        splits(host.reactor, catalog, [this] { saveCatalog(); }),
        faults(seed),
        notices(host.reactor, std::move(on_notice)) {}

  // At the start, from where the storage is.
  absl::Status restoreCatalog(const std::string& folder) {
    absl::Status status = onebox::restoreCatalog(storage, folder, catalog);
    if (!status.ok()) return status;
    saveCatalog();
    if (absl::Status stored = storage.check(); !stored.ok()) return stored;
    splits.resume();
    return status;
  }
  void saveCatalog() const { onebox::saveCatalog(catalog, storage); }

  Reactor& reactor;
  Storage& storage;
  Catalog catalog;
  Splits splits;
  FaultRules faults;
  Notices notices;
  std::vector<Endpoint> metas;
  std::vector<Endpoint> replicas;
  std::optional<int> leader = 0;  // among the metas
  std::int32_t meta_level = 500;  // a meta_function_level: lively
  bool drop_expired_requests = false;
  OneboxReadLimits read_limits;
  std::function<void(const RequestSeen&)> on_request;
};

}  // namespace bridle::internal::onebox
