#include "bridle/onebox.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>

#include "absl/strings/ascii.h"
#include "base/limits.h"
#include "base/status.h"
#include "base/time.h"
#include "io/event_loop.h"
#include "onebox/cluster.h"

namespace bridle {

using internal::Duration;
using internal::Endpoint;
using internal::EventLoop;
using internal::fromMillis;
using internal::invalidArgument;
using internal::statusOf;
using internal::onebox::Cluster;
using internal::onebox::ClusterOptions;
using internal::onebox::ClusterTable;

namespace limits = internal::limits;

namespace {

constexpr std::uint32_t kLoopback = 0x7f000001;
constexpr int kLastPort = 65'535;

absl::Status outOfRange(std::string_view option, int value, int least, int most) {
  return invalidArgument("onebox: ", option, " is ", value, ", but must be from ", least, " to ",
                         most);
}

absl::Status check(const OneboxReadLimits& read_limits) {
  const std::pair<std::string_view, int> each[] = {
      {"read_limits.multi_get_records", read_limits.multi_get_records},
      {"read_limits.multi_get_bytes", read_limits.multi_get_bytes},
      {"read_limits.scan_records", read_limits.scan_records},
      {"read_limits.records_per_ms", read_limits.records_per_ms}};
  for (const auto& [name, value] : each) {
    if (value < 1) return outOfRange(name, value, 1, std::numeric_limits<int>::max());
  }
  return absl::OkStatus();
}

absl::Status check(const OneboxOptions& options) {
  const int servers = options.metas + options.replicas;
  if (options.replicas < 1 || options.replicas > limits::kMaxOneboxReplicas) {
    return outOfRange("replicas", options.replicas, 1, limits::kMaxOneboxReplicas);
  }
  if (options.metas < 1 || options.metas > limits::kMaxOneboxMetas) {
    return outOfRange("metas", options.metas, 1, limits::kMaxOneboxMetas);
  }
  const int last_first_port = kLastPort - servers + 1;
  if (options.port < 0 || options.port > last_first_port) {
    return outOfRange("port", options.port, 0, last_first_port);
  }
  const double interval_ms = options.group_check_interval_ms;
  if (!(interval_ms >= limits::kMinGroupCheckMs && interval_ms <= limits::kMaxGroupCheckMs)) {
    return invalidArgument("onebox: group_check_interval_ms is ", interval_ms,
                           ", but must be from ", limits::kMinGroupCheckMs, " to ",
                           static_cast<std::int64_t>(limits::kMaxGroupCheckMs));
  }
  return check(options.read_limits);
}

bool isNameCharacter(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == ':';
}

// Servers take any name; the official tools take these only.
absl::Status checkTableName(std::string_view name) {
  if (!name.empty() && std::all_of(name.begin(), name.end(), isNameCharacter)) {
    return absl::OkStatus();
  }
  return invalidArgument("bad table name \"", name,
                         "\": it consists of letters, digits, '_', '.' and ':'");
}

std::optional<Duration> groupCheckOf(const OneboxOptions& options) {
  if (options.replication_lag == OneboxLag::kNone) return std::nullopt;
  return fromMillis(options.group_check_interval_ms);
}

std::vector<Endpoint> endpoints(int port, int first, int count) {
  std::vector<Endpoint> result;
  for (int i = first; i < first + count; ++i) {
    result.push_back({kLoopback, static_cast<std::uint16_t>(port == 0 ? 0 : port + i)});
  }
  return result;
}

std::vector<std::string> addresses(const std::vector<Endpoint>& servers) {
  std::vector<std::string> result;
  for (const Endpoint& server : servers) result.push_back(server.toString());
  return result;
}

}  // namespace

struct Onebox::Impl {
  ~Impl() {
    run([this] { cluster.reset(); });
  }

  void run(const std::function<void()>& work) const { loop.runInLoop(work); }

  template <typename Result>
  Result ask(const std::function<Result(Cluster&)>& question) const {
    std::optional<Result> result;
    run([&] { result.emplace(question(*cluster)); });
    return *std::move(result);
  }

  absl::Status start(const OneboxOptions& options, OneboxNotice on_notice);
  absl::Status startCluster(const OneboxOptions& options, OneboxNotice on_notice);
  absl::Status createTable(std::string_view name, int partitions) const;
  absl::Status provideTable(const OneboxTable& table) const;

  bool durable = false;
  mutable EventLoop loop{"bridle-onebox"};
  std::unique_ptr<Cluster> cluster;  // lives on the loop
  std::vector<std::string> meta_servers;
  std::vector<std::string> replica_servers;
};

absl::Status Onebox::Impl::start(const OneboxOptions& options, OneboxNotice on_notice) {
  if (absl::Status status = check(options); !status.ok()) return status;
  if (absl::Status status = loop.start(); !status.ok()) return status;
  if (absl::Status status = startCluster(options, std::move(on_notice)); !status.ok()) {
    return status;
  }
  for (const OneboxTable& table : options.tables) {
    absl::Status status = provideTable(table);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status Onebox::Impl::startCluster(const OneboxOptions& options, OneboxNotice on_notice) {
  const ClusterOptions cluster_options{
      .metas = endpoints(options.port, 0, options.metas),
      .replicas = endpoints(options.port, options.metas, options.replicas),
      .seed = options.seed,
      .drop_expired_requests = options.drop_expired_requests,
      .read_limits = options.read_limits,
      .data_dir = options.data_dir,
      .group_check = groupCheckOf(options),
      .on_notice = std::move(on_notice)};
  durable = !options.data_dir.empty();
  absl::Status status;
  run([&] {
    auto started = Cluster::start(loop.network(), cluster_options);
    status = started.status();
    if (!started.ok()) return;
    cluster = *std::move(started);
    meta_servers = addresses(cluster->metas());
    replica_servers = addresses(cluster->replicas());
  });
  return status;
}

absl::Status Onebox::Impl::createTable(std::string_view name, int partitions) const {
  absl::Status status = checkTableName(name);
  if (!status.ok()) return status;
  const ClusterTable table{.name = std::string(name), .partitions = partitions};
  return ask<absl::Status>([&table](Cluster& c) { return c.createTable(table).status(); });
}

// In a data directory it may exist already.
absl::Status Onebox::Impl::provideTable(const OneboxTable& table) const {
  absl::Status status = createTable(table.name, table.partitions);
  if (!durable || !absl::IsAlreadyExists(status)) return status;
  const int has = ask<int>([&table](Cluster& c) { return c.partitions(table.name); });
  if (has == table.partitions) return absl::OkStatus();
  return statusOf(absl::StatusCode::kFailedPrecondition, "table \"", table.name,
                  "\" exists in the data directory with ", has, " partitions, not ",
                  table.partitions, "; ask for ", has, ", or use another directory");
}

absl::StatusOr<std::unique_ptr<Onebox>> Onebox::start(const OneboxOptions& options,
                                                      OneboxNotice on_notice) {
  auto impl = std::make_unique<Impl>();
  absl::Status status = impl->start(options, std::move(on_notice));
  if (!status.ok()) return status;
  return std::unique_ptr<Onebox>(new Onebox(std::move(impl)));
}

Onebox::Onebox(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Onebox::~Onebox() = default;

std::vector<std::string> Onebox::metaServers() const {
  return impl_->meta_servers;
}

std::vector<std::string> Onebox::replicaServers() const {
  return impl_->replica_servers;
}

absl::Status Onebox::createTable(std::string_view name, int partitions) {
  return impl_->createTable(name, partitions);
}

absl::Status Onebox::dropTable(std::string_view name) {
  return impl_->ask<absl::Status>([name](Cluster& c) { return c.dropTable(name); });
}

absl::StatusOr<int> Onebox::addFault(const OneboxFault& fault) {
  return impl_->ask<absl::StatusOr<int>>([&fault](Cluster& c) { return c.addFault(fault); });
}

void Onebox::removeFault(int id) {
  impl_->run([this, id] { impl_->cluster->removeFault(id); });
}

void Onebox::clearFaults() {
  impl_->run([this] { impl_->cluster->clearFaults(); });
}

absl::Status Onebox::stopReplica(int server) {
  return impl_->ask<absl::Status>([server](Cluster& c) { return c.stopReplica(server); });
}

absl::Status Onebox::startReplica(int server) {
  return impl_->ask<absl::Status>([server](Cluster& c) { return c.startReplica(server); });
}

absl::Status Onebox::stopMeta(int meta) {
  return impl_->ask<absl::Status>([meta](Cluster& c) { return c.stopMeta(meta); });
}

absl::Status Onebox::startMeta(int meta) {
  return impl_->ask<absl::Status>([meta](Cluster& c) { return c.startMeta(meta); });
}

absl::Status Onebox::movePrimary(std::string_view table, int partition) {
  return impl_->ask<absl::Status>(
      [table, partition](Cluster& c) { return c.movePrimary(table, partition); });
}

absl::Status Onebox::splitTable(std::string_view table) {
  return impl_->ask<absl::Status>([table](Cluster& c) { return c.splitTable(table); });
}

absl::Status Onebox::handOver(std::string_view table, int parent) {
  return impl_->ask<absl::Status>(
      [table, parent](Cluster& c) { return c.handOver(table, parent); });
}

Onebox::Counts Onebox::counts(int server) const {
  return impl_->ask<Counts>([server](Cluster& c) { return c.counts(server); });
}

absl::Status Onebox::storageStatus() const {
  return impl_->ask<absl::Status>([](Cluster& c) { return c.storageStatus(); });
}

}  // namespace bridle
