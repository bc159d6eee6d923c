#pragma once

#include <atomic>
#include <cstddef>
#include <memory>

#include "absl/status/statusor.h"
#include "bridle/options.h"
#include "tools/bench/target.h"

namespace bridle::internal {

struct ClusterAddress {
  ClientOptions client;
  std::string table;
  TableOptions table_options;
};

// A table of a Pegasus cluster as a target of the load generator: each loop runs a client of its
// own on its own io_context, so that a call is started and completed on one thread without a
// hand-over. Cancelled once `interrupted` is set, which a signal handler may do.
absl::StatusOr<std::unique_ptr<bench::Target>> openClusterTarget(
    const ClusterAddress& address, std::size_t loops, const std::atomic<bool>& interrupted);

}  // namespace bridle::internal
