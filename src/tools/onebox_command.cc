#include "tools/onebox_command.h"

#include <csignal>
#include <iostream>
#include <memory>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_join.h"
#include "base/status.h"
#include "bridle/onebox.h"
#include "config/onebox_config.h"
#include "config/onebox_value.h"

namespace bridle::internal {
namespace {

constexpr int kFailed = 1;
constexpr int kUsageError = 2;
constexpr int kDefaultPort = 34601;

absl::StatusOr<OneboxConfig> configOf(const OneboxCommand& command) {
  OneboxConfig config;
  config.options.port = kDefaultPort;
  if (!command.config.empty()) {
    absl::StatusOr<OneboxConfig> loaded = loadOneboxConfig(command.config);
    if (!loaded.ok()) return loaded.status();
    config = *std::move(loaded);
  }
  OneboxOptions& options = config.options;
  options.replicas = command.replicas.value_or(options.replicas);
  options.metas = command.metas.value_or(options.metas);
  options.port = command.port.value_or(options.port);
  options.seed = command.seed.value_or(options.seed);
  options.data_dir = command.data_dir.value_or(options.data_dir);
  options.group_check_interval_ms =
      command.group_check_interval_ms.value_or(options.group_check_interval_ms);
  if (command.replication_lag) {
    const absl::StatusOr<OneboxLag> lag = parseOneboxLag(*command.replication_lag);
    if (!lag.ok()) return invalidArgument("--", toStd(lag.status().message()));
    options.replication_lag = *lag;
  }
  for (const std::string& text : command.tables) {
    absl::StatusOr<OneboxTable> table = parseOneboxTable(text);
    if (!table.ok()) return invalidArgument("--table: ", toStd(table.status().message()));
    options.tables.push_back(*std::move(table));
  }
  for (const std::string& text : command.faults) {
    absl::StatusOr<OneboxFault> fault = parseOneboxFault(text, "--fault");
    if (!fault.ok()) return fault.status();
    config.faults.push_back(*std::move(fault));
  }
  return config;
}

absl::StatusOr<std::unique_ptr<Onebox>> start(const OneboxConfig& config) {
  absl::StatusOr<std::unique_ptr<Onebox>> onebox = Onebox::start(config.options);
  if (!onebox.ok()) return onebox;
  for (const OneboxFault& fault : config.faults) {
    const absl::StatusOr<int> added = (*onebox)->addFault(fault);
    if (!added.ok()) return added.status();
  }
  return onebox;
}

int complain(const absl::Status& status) {
  std::cerr << "bridle onebox: " << toStd(status.message()) << "\n";
  return absl::IsInvalidArgument(status) || absl::IsNotFound(status) ? kUsageError : kFailed;
}

}  // namespace

int runOneboxCommand(const OneboxCommand& command) {
  const absl::StatusOr<OneboxConfig> config = configOf(command);
  if (!config.ok()) return complain(config.status());

  // Blocked before any thread starts, so that only sigwait() below gets them.
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &ends, nullptr);

  const absl::StatusOr<std::unique_ptr<Onebox>> onebox = start(*config);
  if (!onebox.ok()) return complain(onebox.status());
  std::cout << "meta_servers " << absl::StrJoin((*onebox)->metaServers(), ",") << "\n";
  for (const std::string& server : (*onebox)->replicaServers())
    std::cout << "replica " << server << "\n";
  std::cout << "ready" << std::endl;
  int signal = 0;
  sigwait(&ends, &signal);
  return 0;
}

}  // namespace bridle::internal
