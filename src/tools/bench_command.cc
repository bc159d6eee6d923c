#include "tools/bench_command.h"

#include <iostream>
#include <memory>
#include <utility>

#include "base/status.h"
#include "bridle/config.h"
#include "bridle/onebox.h"
#include "config/onebox_config.h"
#include "tools/bench/client_options.h"
#include "tools/cluster_target.h"

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
    if (command_.onebox == 0) return run(command_.bench, std::cout);
    return runOnOnebox();
  }

 private:
  absl::Status prepare() {
    if (!command_.config.empty()) {
      absl::StatusOr<Config> config = loadConfig(command_.config);
      if (!config.ok()) return config.status();
      config_ = *std::move(config);
    }
    if (command_.onebox == 0 && !command_.faults.empty()) {
      return invalidArgument(
          "--fault: works with --onebox only; a cluster elsewhere has faults of its own");
    }
    for (const std::string& text : command_.faults) {
      absl::StatusOr<OneboxFault> fault = parseOneboxFault(text, "--fault");
      if (!fault.ok()) return fault.status();
      faults_.push_back(*std::move(fault));
    }
    return absl::OkStatus();
  }

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

  int run(const bench::BenchOptions& options, std::ostream& out) {
    const auto open = [this](const bench::Properties& properties, std::size_t loops) {
      return openCluster(properties, loops);
    };
    return bench::runBench(options, open, out, std::cerr);
  }

  absl::StatusOr<std::unique_ptr<bench::Target>> openCluster(const bench::Properties& properties,
                                                             std::size_t loops) {
    ClusterAddress address{
        .client = config_.client, .table = properties.text("table"), .table_options = {}};
    address.table_options = config_.forTable(address.table);
    bench::applyTo(properties, address.client, address.table_options);
    if (command_.onebox > 0) {
      const absl::Status started = startOnebox(address.table);
      if (!started.ok()) return started;
      address.client.meta_servers = onebox_->metaServers();
    }
    if (address.client.meta_servers.empty()) {
      return invalidArgument(
          "no cluster: give -p meta_servers=host:port,..., --config FILE or --onebox N");
    }
    return openClusterTarget(address, loops);
  }

  absl::Status startOnebox(const std::string& table) {
    if (onebox_ == nullptr) {
      absl::StatusOr<std::unique_ptr<Onebox>> onebox =
          Onebox::start({.replicas = command_.onebox, .tables = {{table, kOneboxPartitions}}});
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
