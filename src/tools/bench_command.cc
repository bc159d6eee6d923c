#include "tools/bench_command.h"

#include <atomic>
#include <iostream>
#include <memory>
#include <utility>

#include "base/limits.h"
#include "base/status.h"
#include "bridle/config.h"
#include "bridle/onebox.h"
#include "tools/bench/client_options.h"
#include "tools/cluster_target.h"
#include "tools/flag_reader.h"
#include "tools/onebox_flags.h"

namespace bridle::internal {
namespace {

constexpr int kOneboxPartitions = 8;

class Command {
 public:
  explicit Command(const BenchCommand& command) : command_(command) {}

  int run() {
    const absl::Status prepared = prepare();
    if (!prepared.ok()) {
      std::cerr << "bridle bench: " << toStd(prepared.message()) << "\n";
      return bench::kUsageError;
    }
    return onOnebox() ? runOnOnebox() : run(command_.bench, std::cout);
  }

 private:
  absl::Status prepare() {
    std::string config;
    const absl::Status flags =
        FlagReader()
            .path("--config", command_.config, config)
            .whole("--onebox", command_.onebox, {1, limits::kMaxOneboxReplicas}, replicas_)
            .status();
    if (!flags.ok()) return flags;
    const absl::Status loaded = config.empty() ? absl::OkStatus() : readConfig(config);
    return loaded.ok() ? readFaults() : loaded;
  }

  absl::Status readConfig(const std::string& path) {
    absl::StatusOr<Config> config = loadConfig(path);
    if (config.ok()) config_ = *std::move(config);
    return config.status();
  }

  absl::Status readFaults() {
    if (!onOnebox() && !command_.faults.empty()) {
      return invalidArgument(
          "--fault: works with --onebox only; a cluster elsewhere has faults of its own");
    }
    absl::StatusOr<std::vector<OneboxFault>> faults = readFaultFlags(command_.faults);
    if (faults.ok()) faults_ = *std::move(faults);
    return faults.status();
  }

  bool onOnebox() const { return replicas_ > 0; }

  // A new cluster is empty, so a run loads the records first; faults act on what was asked for
  // only.
  int runOnOnebox() {
    if (command_.bench.phase == bench::Phase::kRun && !command_.bench.list_properties) {
      bench::BenchOptions load = command_.bench;
      load.phase = bench::Phase::kLoad;
      load.compare_backup = false;
      std::ostream nowhere(nullptr);
      const int loaded = run(load, nowhere);
      if (loaded != bench::kDone) return loaded;
    }
    faults_are_due_ = true;
    return run(command_.bench, std::cout);
  }

  int run(bench::BenchOptions options, std::ostream& out) {
    if (onOnebox()) options.cluster_flag = "--onebox";
    const auto open = [this](const bench::Properties& properties, std::size_t loops,
                             const std::atomic<bool>& interrupted) {
      return openCluster(properties, loops, interrupted);
    };
    return bench::runBench(options, open, out, std::cerr);
  }

  absl::StatusOr<std::unique_ptr<bench::Target>> openCluster(const bench::Properties& properties,
                                                             std::size_t loops,
                                                             const std::atomic<bool>& interrupted) {
    ClusterAddress address{
        .client = config_.client, .table = properties.text("table"), .table_options = {}};
    address.table_options = config_.forTable(address.table);
    bench::applyTo(properties, address.client, address.table_options);
    if (onOnebox()) {
      if (properties.isSet("meta_servers")) {
        return properties.refuse("meta_servers",
                                 "--onebox starts a cluster of its own; leave out one of the two");
      }
      const absl::Status started = startOnebox(address.table);
      if (!started.ok()) return started;
      address.client.meta_servers = onebox_->metaServers();
    }
    if (address.client.meta_servers.empty()) {
      return invalidArgument(
          "no cluster: give -p meta_servers=host:port,..., --config FILE or --onebox N");
    }
    return openClusterTarget(address, loops, interrupted);
  }

  absl::Status startOnebox(const std::string& table) {
    if (onebox_ == nullptr) {
      absl::StatusOr<std::unique_ptr<Onebox>> onebox =
          Onebox::start({.replicas = replicas_, .tables = {{table, kOneboxPartitions}}});
      if (!onebox.ok()) return onebox.status();
      onebox_ = *std::move(onebox);
    }
    if (!std::exchange(faults_are_due_, false)) return absl::OkStatus();
    for (const OneboxFault& fault : faults_) {
      const absl::StatusOr<int> added = onebox_->addFault(fault);
      if (!added.ok()) return added.status();
    }
    return absl::OkStatus();
  }

  const BenchCommand& command_;
  int replicas_ = 0;  // of the onebox; 0 = there is none
  Config config_;
  std::vector<OneboxFault> faults_;
  bool faults_are_due_ = false;
  std::unique_ptr<Onebox> onebox_;
};

}  // namespace

int runBenchCommand(const BenchCommand& command) {
  return Command(command).run();
}

}  // namespace bridle::internal
