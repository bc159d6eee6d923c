#pragma once

#include <string>
#include <vector>

#include "tools/bench/bench.h"

namespace bridle::internal {

// `bridle bench`.
struct BenchCommand {
  bench::BenchOptions bench;
  std::string config;               // --config: client options that properties override
  int onebox = 0;                   // --onebox N: a cluster in this process, with N replica servers
  std::vector<std::string> faults;  // --fault: of that cluster, while the workload runs
};

int runBenchCommand(const BenchCommand& command);

}  // namespace bridle::internal
