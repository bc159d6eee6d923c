#pragma once

#include <optional>
#include <string>
#include <vector>

namespace bridle::internal {

// `bridle onebox`. What is set here overrides the file.
struct OneboxCommand {
  std::string config;
  std::optional<int> replicas;
  std::optional<int> metas;
  std::optional<int> port;
  std::optional<unsigned long long> seed;
  std::optional<std::string> data_dir;
  std::optional<std::string> replication_lag;
  std::optional<double> group_check_interval_ms;
  std::vector<std::string> tables;  // "usertable:8"
  std::vector<std::string> faults;
};

// Runs a cluster until SIGINT or SIGTERM. Prints where its servers are, then "ready".
int runOneboxCommand(const OneboxCommand& command);

}  // namespace bridle::internal
