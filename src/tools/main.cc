// The `bridle` tool: the command line of all its commands. CLI11 stays in this file.

#include <CLI/CLI.hpp>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/nearest_name.h"
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
    "'role=\"primary\", op=\"read\", probability=0.01, delay_min_ms=50, delay_max_ms=200'; may be "
    "repeated";

// After `--name=` with nothing behind it CLI11 takes the next word, whatever it is.
std::string refuseFlagAsValue(const std::string& value) {
  return value.starts_with("--") ? text("a value is missing; the next word is ", value) : "";
}

// Taken as written: what is wrong with a value is said where its meaning is known.
CLI::Option* addValue(CLI::App& app, const std::string& flag, const std::string& type,
                      std::optional<std::string>& value, const std::string& what) {
  const auto take = [&value](const std::string& written) { value = written; };
  return app.add_option_function<std::string>(flag, take, what)
      ->check(refuseFlagAsValue, "")
      ->type_name(type);
}

CLI::Option* addValues(CLI::App& app, const std::string& flag, const std::string& type,
                       std::vector<std::string>& values, const std::string& what) {
  return app.add_option(flag, values, what)
      ->check(refuseFlagAsValue, "")
      ->type_name(type)
      ->expected(1)
      ->take_all();
}

void addOnebox(CLI::App& app, OneboxCommand& command) {
  CLI::App& onebox =
      *app.add_subcommand("onebox", "Run an embedded Pegasus-protocol cluster until Ctrl-C");
  addValue(onebox, "--config", "FILE", command.config,
           "File such as conf/onebox.toml; flags override it");
  addValue(onebox, "--replicas", "N", command.replicas, "Replica servers, 1 to 32 [3]");
  addValue(onebox, "--metas", "N", command.metas, "Meta servers, 1 to 8 [1]");
  addValue(onebox, "--port", "PORT", command.port,
           "Port of the first meta server, the others follow [34601]; 0 picks free ones");
  addValue(onebox, "--seed", "N", command.seed, "Seed of faults and choices [1]");
  addValue(onebox, "--data-dir", "DIR", command.data_dir,
           "Directory for tables and records, which then survive kill -9 [in memory]");
  addValue(onebox, "--replication-lag", "LAG", command.replication_lag,
           "none, or server-like: secondaries are one write behind [none]");
  addValue(onebox, "--group-check-interval-ms", "MS", command.group_check_interval_ms,
           "With --replication-lag server-like: how long they are at most [10000]");
  addValues(onebox, "--table", "NAME:PARTITIONS", command.tables,
            "Table to create; may be repeated");
  addValues(onebox, "--fault", "RULE", command.faults, kFaultHelp);
}

CLI::App& addPhase(CLI::App& bench, const std::string& name, const std::string& what,
                   bench::Phase phase, BenchCommand& command) {
  bench::BenchOptions& options = command.bench;
  CLI::App& app = *bench.add_subcommand(name, what);
  app.callback([&options, phase] { options.phase = phase; });
  addValues(app, "-P", "FILE", options.property_files,
            "Property file, such as conf/workloads/workloada; of several the last that names a "
            "property counts");
  addValues(app, "-p", "NAME=VALUE", options.settings,
            "Property; overrides files; of several of one name the last counts");
  addValue(app, "--config", "FILE", command.config,
           "Client options, such as conf/client.toml; properties override them");
  addValue(app, "--onebox", "N", command.onebox,
           "Start a cluster with so many replica servers, 1 to 32, in this process, and use it "
           "instead of meta_servers");
  addValues(app, "--fault", "RULE", command.faults, std::string(kFaultHelp) + "; with --onebox");
  addValue(app, "--threads", "N", options.threads, "Overrides property threadcount");
  addValue(app, "--db", "NAME", options.db, "Overrides property db: pegasus or noop");
  addValue(app, "--label", "TEXT", options.label, "Overrides property label");
  addValue(app, "--target", "N", options.target, "")->group("");  // YCSB has it; it is refused
  app.add_flag("-s", options.status, "Print a status line from time to time");
  app.add_flag("--properties", options.list_properties, "List all properties and do nothing");
  return app;
}

CLI::App& addBench(CLI::App& app, BenchCommand& command) {
  CLI::App& bench = *app.add_subcommand("bench", "Generate load with YCSB workloads");
  bench.require_subcommand(1);
  addPhase(bench, "load", "Insert the records of a workload", bench::Phase::kLoad, command);
  addPhase(bench, "run", "Run the operations of a workload", bench::Phase::kRun, command)
      .add_flag("--compare-backup", command.bench.compare_backup,
                "Run twice with the same seed, backup requests off and on, and compare");
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

// The command that the arguments got to: "bridle bench run".
struct Reached {
  const CLI::App* app;
  std::string name;
};

Reached reachedCommand(const CLI::App& root) {
  Reached reached{&root, root.get_name()};
  while (!reached.app->get_subcommands().empty()) {
    reached.app = reached.app->get_subcommands().front();
    reached.name += " " + reached.app->get_name();
  }
  return reached;
}

std::vector<std::string> commandsOf(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(sub->get_name());
  }
  return names;
}

std::vector<std::string> optionsOf(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;  // not offered
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

std::vector<std::string_view> views(const std::vector<std::string>& names) {
  return {names.begin(), names.end()};
}

// --help lists the options; there are too many for one line.
std::string unknownOption(const CLI::App& app, const std::string& name) {
  const std::vector<std::string> known = optionsOf(app);
  const std::optional<std::string_view> nearest = nearestName(name, views(known));
  return text("unknown option ", name, nearest ? text("; did you mean ", *nearest, "?") : "");
}

std::string problemOf(const CLI::App& app, const std::string& unexpected,
                      const CLI::ParseError& error) {
  const auto kind = static_cast<CLI::ExitCodes>(error.get_exit_code());
  if (kind != CLI::ExitCodes::RequiredError && kind != CLI::ExitCodes::ExtrasError) {
    return error.what();
  }
  const std::vector<std::string> commands = commandsOf(app);
  if (unexpected.starts_with('-')) {
    return unknownOption(app, unexpected);
  }
  if (!unexpected.empty() && !commands.empty()) {
    return text("unknown command ", unexpected, "; ", nameHint(unexpected, views(commands)));
  }
  if (!unexpected.empty()) return text("unexpected argument ", unexpected);
  return text("a command is missing; ", nameHint("", views(commands)));
}

int complain(const CLI::App& root, const CLI::ParseError& error) {
  const std::vector<std::string> unexpected = root.remaining(true);
  const Reached reached = reachedCommand(root);
  std::cerr << reached.name << ": "
            << problemOf(*reached.app, unexpected.empty() ? "" : unexpected.front(), error)
            << "; see " << reached.name << " --help\n";
  return kUsageError;
}

int run(int argc, char** argv) {
  CLI::App app("Tools around the bridle client for Apache Pegasus", "bridle");
  app.set_version_flag("--version", std::string(kVersion));
  app.require_subcommand(1);
  OneboxCommand onebox;
  BenchCommand bench;
  addOnebox(app, onebox);
  const CLI::App& bench_app = addBench(app, bench);

  absl::StatusOr<std::vector<std::string>> args = argumentsOf(argc, argv);
  if (!args.ok()) {
    std::cerr << "bridle bench: " << toStd(args.status().message()) << "\n";
    return kUsageError;
  }
  try {
    std::vector<std::string> reversed(args->rbegin(), args->rend());  // as CLI11 wants them
    app.parse(reversed);
  } catch (const CLI::Success& wanted) {
    return app.exit(wanted);  // help or the version
  } catch (const CLI::ParseError& error) {
    return complain(app, error);
  }
  return bench_app.parsed() ? runBenchCommand(bench) : runOneboxCommand(onebox);
}

}  // namespace
}  // namespace bridle::internal

int main(int argc, char** argv) {
  return bridle::internal::run(argc, argv);
}
