// The `bridle` tool: the command line of all its commands. CLI11 stays in this file.

#include <CLI/CLI.hpp>
#include <iostream>
#include <string>
#include <vector>

#include "base/status.h"
#include "bridle/version.h"
#include "tools/bench/ycsb_flags.h"
#include "tools/bench_command.h"
#include "tools/onebox_command.h"

namespace bridle::internal {
namespace {

constexpr int kUsageError = 2;

constexpr char kFaultHelp[] =
    "One rule of misbehaviour, in the words of conf/onebox.toml, such as "
    "'role=\"primary\", op=\"read\", probability=0.01, delay_min_ms=50, delay_max_ms=200'";

void addOnebox(CLI::App& app, OneboxCommand& command) {
  CLI::App* const onebox =
      app.add_subcommand("onebox", "Run an embedded Pegasus-protocol cluster until Ctrl-C");
  onebox->add_option("--config", command.config,
                     "File such as conf/onebox.toml; flags override it");
  onebox->add_option("--replicas", command.replicas, "Replica servers [3]");
  onebox->add_option("--metas", command.metas, "Meta servers [1]");
  onebox->add_option("--port", command.port,
                     "Port of the first meta server, the others follow [34601]; 0 picks free ones");
  onebox->add_option("--seed", command.seed, "Seed of faults and choices [1]");
  onebox->add_option("--data-dir", command.data_dir,
                     "Directory for tables and records, which then survive kill -9 [in memory]");
  onebox->add_option("--replication-lag", command.replication_lag,
                     "none, or server-like: secondaries are one write behind [none]");
  onebox->add_option("--group-check-interval-ms", command.group_check_interval_ms,
                     "How long they are at most, with --replication-lag [10000]");
  onebox->add_option("--table", command.tables, "Table to create, NAME:PARTITIONS; may be repeated")
      ->take_all();
  onebox->add_option("--fault", command.faults, kFaultHelp)->take_all();
}

CLI::App* addBench(CLI::App& app, BenchCommand& command) {
  bench::BenchOptions& options = command.bench;
  CLI::App* const bench = app.add_subcommand("bench", "Generate load with YCSB workloads");
  const auto addPhase = [&](const char* name, const char* what, bench::Phase phase) {
    CLI::App* const sub = bench->add_subcommand(name, what);
    sub->callback([&options, phase] { options.phase = phase; });
    sub->add_option("-P", options.property_files, "Property file, such as conf/workloads/workloada")
        ->take_all();
    sub->add_option("-p", options.settings, "Property name=value; overrides files")->take_all();
    sub->add_option("--config", command.config,
                    "Client options, such as conf/client.toml; properties override them");
    sub->add_option("--onebox", command.onebox,
                    "Start a cluster with so many replica servers in this process")
        ->check(CLI::Range(1, 32));
    sub->add_option("--fault", command.faults, std::string(kFaultHelp) + "; with --onebox")
        ->take_all();
    sub->add_option("--threads", options.threads, "Property threadcount");
    sub->add_option("--target", options.target, "Property target");
    sub->add_option("--db", options.db, "Property db: pegasus or noop");
    sub->add_option("--label", options.label, "Property label");
    sub->add_flag("-s", options.status, "Print a status line from time to time");
    sub->add_flag("--properties", options.list_properties, "List all properties and do nothing");
    return sub;
  };
  addPhase("load", "Insert the records of a workload", bench::Phase::kLoad);
  CLI::App* const run = addPhase("run", "Run the operations of a workload", bench::Phase::kRun);
  run->add_flag("--compare-backup", options.compare_backup,
                "Run twice with the same seed, backup requests off and on, and compare");
  bench->require_subcommand(1);
  return bench;
}

// `bench -t -P file` and the like, in YCSB's spelling.
absl::StatusOr<std::vector<std::string>> argumentsOf(int argc, char** argv) {
  std::vector<std::string> args(argv + 1, argv + argc);
  if (args.empty() || args.front() != "bench") return args;
  absl::StatusOr<std::vector<std::string>> bench =
      bench::normaliseYcsbFlags({args.begin() + 1, args.end()});
  if (!bench.ok()) return bench.status();
  bench->insert(bench->begin(), "bench");
  return bench;
}

int run(int argc, char** argv) {
  CLI::App app("bridle: tools around the bridle client for Apache Pegasus");
  app.set_version_flag("--version", std::string(kVersion));
  app.require_subcommand(1);
  OneboxCommand onebox;
  BenchCommand bench;
  addOnebox(app, onebox);
  CLI::App* const bench_app = addBench(app, bench);

  absl::StatusOr<std::vector<std::string>> args = argumentsOf(argc, argv);
  if (!args.ok()) {
    std::cerr << "bridle bench: " << toStd(args.status().message()) << "\n";
    return kUsageError;
  }
  try {
    std::vector<std::string> reversed(args->rbegin(), args->rend());  // as CLI11 wants them
    app.parse(reversed);
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error);
    return code == 0 ? 0 : kUsageError;
  }
  return bench_app->parsed() ? runBenchCommand(bench) : runOneboxCommand(onebox);
}

}  // namespace
}  // namespace bridle::internal

int main(int argc, char** argv) {
  return bridle::internal::run(argc, argv);
}
