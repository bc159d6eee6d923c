#include "run.h"

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>

#include "base/limits.h"
#include "calls.h"
#include "client/table_stats.h"
#include "liveness.h"
#include "plan.h"
#include "report.h"
#include "sim/sim_client.h"
#include "troubles.h"
#include "wire/rpc_names.h"
#include "wire_oracle.h"
#include "workload.h"

namespace bridle::internal::sim {
namespace {

constexpr std::uint64_t kRunStream = 13;
constexpr int kOpenings = 5;
constexpr int kOpeningsInVain = 20;
constexpr int kMostAtOnce = 3;
constexpr Duration kShortestRound = limits::kMetaPause * 3 / 4;
constexpr int kCallsAtTheEnd = 10;
constexpr double kInitialBackups = 10;  // of each table on each loop

class Run {
 public:
  Run(const Plan& plan, bool traced);
  ~Run();

  RunResult live();

 private:
  void pass();
  void open();
  void openMore();
  void startOpening(int client, const std::string& table, const TableOptions& options);
  void checkOpening(const absl::Status& status, TimePoint deadline);
  void storm();
  void settle();
  void checkStats(std::size_t handle);
  void checkCounts(std::size_t handle, const TableStats& stats);
  void checkBudget(const Plan::Handle& handle, const TableStats& stats);
  void checkQueries(const SimClient& client);
  void becomeIdle();
  void end();
  static void count(const CallRecord& call, RunResult& result);
  void checkAtServer(const onebox::RequestSeen& request);

  const Plan plan_;
  World world_{plan_.world};
  Report report_;
  Calls calls_{plan_, world_, report_};
  Troubles troubles_{plan_, world_, calls_, report_};
  Dice dice_{mixSeed(plan_.seed, kRunStream)};
  std::vector<std::unique_ptr<WireOracle>> oracles_;  // by client
  std::vector<TablePtr> tables_;                      // by handle
  Workload workload_{plan_, world_, clients_, tables_, calls_};
  Liveness liveness_{plan_, world_, clients_, tables_, report_};
  std::vector<std::unique_ptr<SimClient>> clients_;  // last: the others see their ends
};

Run::Run(const Plan& plan, bool traced) : plan_(plan), report_(world_.reactor(), traced) {
  world_.on_request = [this](const onebox::RequestSeen& request) { checkAtServer(request); };
  for (std::size_t i = 0; i < plan_.clients.size(); ++i) {
    const int index = static_cast<int>(i);
    oracles_.push_back(std::make_unique<WireOracle>(index, plan_, world_, calls_, report_));
    clients_.push_back(
        std::make_unique<SimClient>(world_, plan_.clients[i], index, oracles_.back().get()));
  }
  calls_.on_end = [this](const CallRecord& call) {
    oracles_[static_cast<std::size_t>(calls_.handleOf(call).client)]->onCallEnd(call);
  };
}

// A run that failed may leave calls behind, which look for the clients.
Run::~Run() {
  for (const auto& client : clients_) client->closeHere();
}

RunResult Run::live() {
  try {
    pass();
  } catch (const std::exception& e) {
    report_.wrong("the reactor gives up: ", e.what());
  }
  RunResult result{.wrong = report_.complaints(), .trace = report_.trace()};
  for (const CallRecord& call : calls_.all()) count(call, result);
  return result;
}

void Run::pass() {
  open();
  if (!report_.complaints().empty()) return;
  storm();
  settle();
  liveness_.check(30s);
  becomeIdle();
  end();
}

void Run::count(const CallRecord& call, RunResult& result) {
  const std::optional<ErrorInfo> info = errorInfo(call.status);
  ++(info ? result.errors[static_cast<std::size_t>(info->code)] : result.ok);
  std::size_t attempts = 0;
  for (const CallRecord::Leg& leg : call.legs) ++(leg.backup ? result.backups : attempts);
  if (attempts > 1) result.retries += attempts - 1;
}

void Run::open() {
  for (const Plan::Handle& handle : plan_.handles) {
    SimClient& client = *clients_[static_cast<std::size_t>(handle.client)];
    const std::string& name = plan_.tables[static_cast<std::size_t>(handle.table)].name;
    absl::StatusOr<TablePtr> table = client.open(name, handle.options);
    // A handle with short time-outs on a slow network needs more than one try.
    for (int again = 0; !table.ok() && again < kOpeningsInVain; ++again) {
      table = client.open(name, handle.options);
    }
    if (!table.ok())
      return report_.wrong("open ", name, ": ", std::string(table.status().ToString()));
    tables_.push_back(*table);
  }
}

// Several at a time, and of a table that is open already or not.
void Run::openMore() {
  const int client = dice_.between(0, static_cast<int>(clients_.size()) - 1);
  const Plan::Table& table = dice_.chance(0.3) ? dice_.oneOf(plan_.tables) : plan_.tables.back();
  const int count = dice_.between(1, kMostAtOnce);
  for (int i = 0; i < count; ++i) {
    startOpening(client, table.name,
                 {.backup_request_ms = dice_.between(0.0, 10.0),
                  .operation_timeout_ms = dice_.between(1.0, 1000.0)});
  }
}

// It has to end once and in time, however it ends.
void Run::startOpening(int client, const std::string& table, const TableOptions& options) {
  const TimePoint deadline = world_.now() + fromMillis(options.operation_timeout_ms);
  const auto ends = std::make_shared<int>(0);
  report_.note("open ", table, " within ", options.operation_timeout_ms, " ms");
  clients_[static_cast<std::size_t>(client)]->core().openTable(
      table, options, [this, ends, deadline](const absl::StatusOr<TablePtr>& opened) {
        report_.note("opened: ", std::string(opened.status().ToString()));
        if (++*ends > 1) report_.wrong("an opening ended twice");
        if (world_.now() > deadline) report_.wrong("an opening ended late");
        checkOpening(opened.status(), deadline);
      });
  world_.schedule().at(deadline + 1ns, [this, ends] {
    if (*ends == 0) report_.wrong("an opening does not end");
  });
}

void Run::checkOpening(const absl::Status& status, TimePoint deadline) {
  if (status.ok()) return;
  const std::optional<ErrorInfo> info = errorInfo(status);
  const std::string message(status.message());
  if (!info) return report_.wrong("an opening failed without the facts: ", message);
  const bool out_of_time = info->code == ErrorCode::kMetaUnavailable;
  if (out_of_time && world_.now() < deadline) report_.wrong("an opening failed early: ", message);
}

void Run::storm() {
  const TimePoint until = world_.now() + plan_.storm;
  troubles_.schedule(plan_.troubles, until);
  workload_.schedule(plan_.calls, until);
  for (int i = 0; i < kOpenings; ++i) {
    world_.schedule().after(dice_.between(Duration{}, plan_.storm), [this] { openMore(); });
  }
  world_.reactor().runUntil(until);
}

void Run::settle() {
  troubles_.endAll();
  world_.reactor().runUntil([this] { return calls_.open() == 0; }, 5s);
  for (const CallRecord& call : calls_.all()) {
    if (!call.ended) report_.wrong(call.toString(), " does not end");
    if (mayHaveExecuted(call.status) && call.legs.empty()) {
      report_.wrong(call.toString(), " was perhaps executed, but never sent");
    }
  }
  for (std::size_t handle = 0; handle < tables_.size(); ++handle) checkStats(handle);
  for (const auto& client : clients_) checkQueries(*client);
}

// One table has one question to the meta servers at a time, and each round of it a pause.
void Run::checkQueries(const SimClient& client) {
  const auto rounds = static_cast<std::size_t>(world_.now().time_since_epoch() / kShortestRound);
  const std::size_t openings = plan_.handles.size() + kOpenings * kMostAtOnce;
  const auto in_a_round =
      static_cast<std::size_t>(plan_.world.metas + limits::kMaxMetaRedirects + 1);
  const std::size_t most = (plan_.tables.size() * rounds + openings) * in_a_round;
  const std::size_t queries = client.stats().meta_queries;
  if (queries > most) report_.wrong(queries, " questions to meta servers, ", most, " expected");
}

void Run::checkStats(std::size_t handle) {
  TableStatsSum sum;
  tables_[handle]->addStats(sum);
  const TableStats stats = sum.result();
  if (stats.reads + stats.writes != stats.ok + stats.failed()) report_.wrong("ends do not add up");
  if (stats.backup_sent != stats.backup_won + stats.backup_lost + stats.backup_failed) {
    report_.wrong("backup requests do not add up: ", stats.backup_sent, " sent, ", stats.backup_won,
                  " won, ", stats.backup_lost, " lost, ", stats.backup_failed, " failed");
  }
  if (stats.read_latency.count != stats.reads || stats.write_latency.count != stats.writes) {
    report_.wrong("latencies are not those of all calls");
  }
  checkCounts(handle, stats);
  checkBudget(plan_.handles[handle], stats);
}

// Handles that are equal share one table.
void Run::checkCounts(std::size_t handle, const TableStats& stats) {
  TableStats expected;
  std::size_t backups_on_the_wire = 0;
  for (const CallRecord& call : calls_.all()) {
    if (tables_[static_cast<std::size_t>(call.handle)] != tables_[handle]) continue;
    ++(call.isWrite() ? expected.writes : expected.reads);
    for (const CallRecord::Leg& leg : call.legs) backups_on_the_wire += leg.backup ? 1 : 0;
    const std::optional<ErrorInfo> info = errorInfo(call.status);
    ++(info ? expected.errors[static_cast<std::size_t>(info->code)] : expected.ok);
  }
  if (stats.reads != expected.reads || stats.writes != expected.writes || stats.ok != expected.ok ||
      stats.errors != expected.errors) {
    report_.wrong("handle ", handle, " counts ", stats.reads, " reads, ", stats.writes, " writes, ",
                  stats.ok, " good; there were ", expected.reads, ", ", expected.writes, ", ",
                  expected.ok);
  }
  if (backups_on_the_wire > stats.backup_sent) {
    report_.wrong("handle ", handle, " counts ", stats.backup_sent, " backup requests of ",
                  backups_on_the_wire);
  }
}

void Run::checkBudget(const Plan::Handle& handle, const TableStats& stats) {
  const double ratio = handle.options.backup_request_max_ratio;
  const int loops = plan_.clients[static_cast<std::size_t>(handle.client)].event_loops;
  const double initial = ratio > 0 ? kInitialBackups * loops : 0;
  const double most = handle.hedged() ? initial + ratio * static_cast<double>(stats.reads) : 0;
  if (ratio < 1 && static_cast<double>(stats.backup_sent) > most) {
    report_.wrong(stats.backup_sent, " backup requests for ", stats.reads,
                  " reads with a ratio of ", ratio);
  }
}

void Run::becomeIdle() {
  if (!world_.reactor().runUntilIdle(1min)) {
    report_.wrong(world_.reactor().timers(), " timers never rest");
  }
  for (const auto& client : clients_) {
    ClientCore& core = client->core();
    for (std::size_t i = 0; i < core.shardCount(); ++i) {
      const std::size_t requests = core.shard(i).sessions.outstanding();
      if (requests > 0) report_.wrong(requests, " requests are left on loop ", i);
    }
  }
  for (std::size_t handle = 0; handle < tables_.size(); ++handle) {
    const int client = plan_.handles[handle].client;
    const std::size_t loops = clients_[static_cast<std::size_t>(client)]->core().shardCount();
    for (std::size_t i = 0; i < loops; ++i) {
      const std::size_t left = tables_[handle]->handler(i).liveCalls();
      if (left > 0) report_.wrong(left, " calls are left of handle ", handle);
    }
  }
}

void Run::end() {
  for (int i = 0; i < kCallsAtTheEnd; ++i) workload_.startOne();
  world_.reactor().runFor(dice_.between(Duration{}, 1ms));
  for (int i = 0; i < kCallsAtTheEnd; ++i) workload_.startOne();
  for (std::size_t i = 0; i < clients_.size(); ++i) {
    calls_.clientClosed(static_cast<int>(i));
    clients_[i]->close();
  }
  world_.reactor().runFor({});
  if (calls_.open() > 0) report_.wrong(calls_.open(), " calls are open after the end");
  clients_.clear();
  tables_.clear();
  // The farewell of a client may be lost on its way: servers are told of it otherwise.
  world_.network().resetLinks(SimRoute::all());
  if (!world_.reactor().runUntilIdle(1min)) report_.wrong("there is no rest after the end");
  if (world_.network().links() > 0) report_.wrong("links are left after the end");
  if (world_.network().lookups() > 0) report_.wrong("lookups are left after the end");
}

// Reads without the backup flag and writes go to primaries; the client's news may be old.
void Run::checkAtServer(const onebox::RequestSeen& request) {
  const bool write =
      request.rpc == wire::rpc_names::kPut || request.rpc == wire::rpc_names::kRemove;
  const wire::RequestHeader& header = request.header;
  if (request.at_meta) return;
  if (header.is_backup_request) {
    if (write) report_.wrong("a write came as a backup request");
    return;
  }
  if (!troubles_.everPrimary(header.app_id, header.partition_index, request.server_index)) {
    report_.wrong(std::string(request.rpc), " of partition ", header.app_id, ".",
                  header.partition_index, " was sent to server ", request.server_index,
                  ", which never led it");
  }
}

}  // namespace

RunResult run(std::uint64_t seed, bool traced) {
  return Run(Plan::draw(seed), traced).live();
}

}  // namespace bridle::internal::sim
