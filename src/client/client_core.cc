#include "client/client_core.h"

#include <algorithm>
#include <map>
#include <random>
#include <utility>

#include "base/error.h"
#include "base/rng.h"
#include "base/status.h"
#include "client/work.h"

namespace bridle::internal {
namespace {

constexpr char kClosedText[] = "the client is closed";

absl::Status closedError(std::string_view table) {
  return makeError(ErrorCode::kClosed, text("openTable \"", table, "\" failed: ", kClosedText));
}

ErrorCode codeOf(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kNotFound:
      return ErrorCode::kTableNotFound;
    case absl::StatusCode::kInvalidArgument:
      return ErrorCode::kInvalidArgument;
    case absl::StatusCode::kPermissionDenied:
      return ErrorCode::kRefused;
    case absl::StatusCode::kDataLoss:
      return ErrorCode::kBadReply;
    default:
      return ErrorCode::kTableUnavailable;
  }
}

absl::Status openError(std::string_view table, const absl::Status& why) {
  const ErrorInfo info = errorInfo(why).value_or(ErrorInfo{.code = codeOf(why)});
  return makeError(info, text("openTable \"", table, "\" failed: ", toStd(why.message())));
}

std::uint64_t seedFrom(unsigned long long option) {
  if (option != 0) return option;
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

SessionOptions sessionOptions(const ClientOptions& options, std::uint64_t seed) {
  return {.connect_timeout = fromMillis(options.connect_timeout_ms),
          .reset_after = fromMillis(options.session_reset_ms),
          .seed = seed};
}

MetaOptions metaOptions(const ClientOptions& options, std::uint64_t seed) {
  MetaOptions meta{.servers = {},
                   .query_timeout = fromMillis(options.meta_query_timeout_ms),
                   .session = sessionOptions(options, seed)};
  for (const std::string& server : options.meta_servers) {
    meta.servers.push_back(*parseHostPort(server));
  }
  return meta;
}

}  // namespace

ClientCore::ClientCore(const ClientOptions& options, const std::vector<Network*>& loops,
                       std::shared_ptr<void> keep_alive)
    : keep_alive_(std::move(keep_alive)), options_(options), seed_(seedFrom(options.seed)) {
  for (std::size_t i = 0; i < loops.size(); ++i) {
    shards_.push_back(
        std::make_unique<Shard>(*loops[i], sessionOptions(options_, mixSeed(seed_, i))));
  }
  routes_ = std::make_unique<RouteHub>(*loops.front(),
                                       metaOptions(options_, mixSeed(seed_, loops.size())));
}

ClientCore::~ClientCore() = default;

void ClientCore::openTable(std::string name, const TableOptions& options, Opened done) {
  auto table = std::make_shared<detail::TableCore>(shared_from_this(), std::move(name), options);
  const bool posted =
      !closed() && postWork(shard(0).reactor(), [this, table, done] { askForRoutes(table, done); });
  if (!posted) done(closedError(table->name()));
}

void ClientCore::askForRoutes(const Table& table, const Opened& done) {
  if (closed()) return done(closedError(table->name()));
  if (const Table open = findTable(table->name(), table->options())) return done(open);
  const double own_timeout = table->options().operation_timeout_ms;
  const Duration timeout =
      fromMillis(own_timeout > 0 ? own_timeout : options_.operation_timeout_ms);
  routes_->of(table->name())
      .open(saturatingAdd(shard(0).reactor().now(), timeout),
            [this, table, done](const absl::StatusOr<TableRoutes::Routes>& routes) {
              if (!routes.ok()) return done(openError(table->name(), routes.status()));
              openFrom(0, table, *routes, done);
            });
}

// On the loop `shard`: opens the table there, then on the next loop, and at last returns to the
// first one.
void ClientCore::openFrom(std::size_t index, const Table& table, const TableRoutes::Routes& routes,
                          const Opened& done) {
  if (closed()) return done(closedError(table->name()));
  table->openOn(index, routes);
  const std::size_t next = index + 1;
  const bool posted =
      next < shardCount()
          ? postWork(shard(next).reactor(),
                     [this, next, table, routes, done] { openFrom(next, table, routes, done); })
          : postWork(shard(0).reactor(),
                     [this, table, routes, done] { finishOpening(table, routes, done); });
  if (!posted) done(closedError(table->name()));
}

void ClientCore::finishOpening(const Table& table, const TableRoutes::Routes& routes,
                               const Opened& done) {
  if (closed()) return done(closedError(table->name()));
  // Two threads may have opened it at the same time; the second one takes the table of the first.
  Table open = findTable(table->name(), table->options());
  if (open == nullptr) {
    open = table;
    routes_->of(table->name()).subscribe(table->subscriber(), routes);
    const std::lock_guard lock(tables_mutex_);
    tables_.push_back(table);
  }
  done(std::move(open));
}

ClientCore::Table ClientCore::findTable(const std::string& name,
                                        const TableOptions& options) const {
  const std::lock_guard lock(tables_mutex_);
  const auto found = std::find_if(tables_.begin(), tables_.end(), [&](const Table& table) {
    return table->name() == name && table->options() == options;
  });
  return found == tables_.end() ? nullptr : *found;
}

std::optional<std::size_t> ClientCore::currentShard() const {
  for (std::size_t i = 0; i < shards_.size(); ++i) {
    if (shards_[i]->reactor().isCurrent()) return i;
  }
  return std::nullopt;
}

void ClientCore::closeShard(std::size_t index) {
  shard(index).jobs.abortAll(kClosedText);
  if (index == 0) routes_->close(makeError(ErrorCode::kClosed, kClosedText));
  std::vector<Table> tables;
  {
    const std::lock_guard lock(tables_mutex_);
    tables = tables_;
  }
  for (const Table& table : tables) table->closeOn(index, kClosedText);
  shard(index).sessions.closeAll();
}

void ClientCore::forgetTables() {
  std::vector<Table> tables;  // destroyed without the lock
  const std::lock_guard lock(tables_mutex_);
  for (const Table& table : tables_) table->addStats(ended_[table->name()]);
  tables.swap(tables_);
}

ClientStats ClientCore::stats() const {
  std::map<std::string, TableStatsSum> sums;
  {
    const std::lock_guard lock(tables_mutex_);
    sums = ended_;
    for (const Table& table : tables_) table->addStats(sums[table->name()]);
  }
  ClientStats stats;
  for (const auto& [name, sum] : sums) stats.tables[name] = sum.result();
  const auto add = [&stats](const SessionStats& sessions) {
    stats.connects += sessions.connects.get();
    stats.connect_failures += sessions.connect_failures.get();
    stats.disconnects += sessions.disconnects.get();
    stats.late_replies += sessions.late_replies.get();
  };
  for (const auto& shard : shards_) add(shard->sessions.stats());
  stats.meta_queries = routes_->metaQueries();
  stats.route_refreshes = routes_->refreshes();
  return stats;
}

}  // namespace bridle::internal
