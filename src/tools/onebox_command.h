#pragma once

#include <optional>
#include <string>
#include <vector>

namespace bridle::internal {

// `bridle onebox`, as it was written. What is set here overrides the file.
struct OneboxCommand {
  std::optional<std::string> config;
  std::optional<std::string> replicas;
  std::optional<std::string> metas;
  std::optional<std::string> port;
  std::optional<std::string> seed;
  std::optional<std::string> data_dir;
  std::optional<std::string> replication_lag;
  std::optional<std::string> group_check_interval_ms;
  std::vector<std::string> tables;  // "usertable:8"
  std::vector<std::string> faults;
};

// Runs a cluster until SIGINT or SIGTERM. Prints where its servers are, then "ready".
int runOneboxCommand(const OneboxCommand& command);

}  // namespace bridle::internal
