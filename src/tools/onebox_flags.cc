#include "tools/onebox_flags.h"

#include <limits>
#include <utility>

#include "base/limits.h"
#include "base/status.h"
#include "config/onebox_value.h"
#include "tools/flag_reader.h"

namespace bridle::internal {
namespace {

constexpr int kDefaultPort = 34601;

absl::StatusOr<OneboxConfig> readFile(const OneboxCommand& command) {
  OneboxConfig config;
  config.options.port = kDefaultPort;
  if (!command.config.has_value()) return config;
  std::string path;
  const absl::Status named = FlagReader().path("--config", command.config, path).status();
  return named.ok() ? loadOneboxConfig(path) : named;
}

absl::Status readScalars(const OneboxCommand& command, OneboxOptions& options) {
  constexpr auto kMostSeed = std::numeric_limits<std::int64_t>::max();  // what a file can hold
  constexpr auto kMostPort = std::numeric_limits<std::uint16_t>::max();
  return FlagReader()
      .whole("--replicas", command.replicas, {1, limits::kMaxOneboxReplicas}, options.replicas)
      .whole("--metas", command.metas, {1, limits::kMaxOneboxMetas}, options.metas)
      .whole("--port", command.port, {0, kMostPort}, options.port)
      .whole("--seed", command.seed, {0, kMostSeed}, options.seed)
      .path("--data-dir", command.data_dir, options.data_dir)
      .number("--group-check-interval-ms", command.group_check_interval_ms,
              {.least = limits::kMinGroupCheckMs, .most = limits::kMaxGroupCheckMs},
              options.group_check_interval_ms)
      .status();
}

absl::Status readLag(const OneboxCommand& command, OneboxOptions& options) {
  if (command.replication_lag) {
    const absl::StatusOr<OneboxLag> lag = parseOneboxLag(*command.replication_lag);
    if (!lag.ok()) return invalidArgument("--", toStd(lag.status().message()));
    options.replication_lag = *lag;
  }
  if (command.group_check_interval_ms && options.replication_lag == OneboxLag::kNone) {
    return invalidArgument(
        "--group-check-interval-ms: has no effect without --replication-lag server-like");
  }
  return absl::OkStatus();
}

absl::Status readTables(const OneboxCommand& command, OneboxOptions& options) {
  for (const std::string& written : command.tables) {
    absl::StatusOr<OneboxTable> table = parseOneboxTable(written);
    if (!table.ok()) return invalidArgument("--table: ", toStd(table.status().message()));
    options.tables.push_back(*std::move(table));
  }
  return absl::OkStatus();
}

absl::Status addFaults(const OneboxCommand& command, std::vector<OneboxFault>& faults) {
  const absl::StatusOr<std::vector<OneboxFault>> more = readFaultFlags(command.faults);
  if (more.ok()) faults.insert(faults.end(), more->begin(), more->end());
  return more.status();
}

}  // namespace

absl::StatusOr<std::vector<OneboxFault>> readFaultFlags(const std::vector<std::string>& written) {
  std::vector<OneboxFault> faults;
  for (const std::string& rule : written) {
    absl::StatusOr<OneboxFault> fault = parseOneboxFault(rule, "--fault");
    if (!fault.ok()) return fault.status();
    faults.push_back(*std::move(fault));
  }
  return faults;
}

absl::StatusOr<OneboxConfig> readOneboxFlags(const OneboxCommand& command) {
  absl::StatusOr<OneboxConfig> config = readFile(command);
  if (!config.ok()) return config;
  absl::Status status = readScalars(command, config->options);
  if (status.ok()) status = readLag(command, config->options);
  if (status.ok()) status = readTables(command, config->options);
  if (status.ok()) status = addFaults(command, config->faults);
  if (!status.ok()) return status;
  return config;
}

}  // namespace bridle::internal
