#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/bench/bench.h"

namespace bridle::internal {

// `bridle bench`, as it was written.
struct BenchCommand {
  bench::BenchOptions bench;
  std::optional<std::string> config;  // --config: client options that properties override
  std::optional<std::string> onebox;  // --onebox N: a cluster in this process, N replica servers
  std::vector<std::string> faults;    // --fault: of that cluster, while the workload runs
};

int runBenchCommand(const BenchCommand& command);

}  // namespace bridle::internal
