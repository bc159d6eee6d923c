#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/endpoint.h"
#include "base/time.h"
#include "bridle/onebox.h"
#include "io/link.h"
#include "onebox/partition.h"
#include "onebox/request_seen.h"

namespace bridle::internal::onebox {

struct ClusterOptions {
  std::vector<Endpoint> metas;     // at least one; the first leads. Port 0 picks a free one
  std::vector<Endpoint> replicas;  // at least one
  std::uint64_t seed = 1;          // of faults

  // Drop a request silently that waited for its client_timeout or has none, before it is executed
  // (the server's option rpc_request_dropped_before_execution_when_timeout).
  bool drop_expired_requests = false;

  OneboxReadLimits read_limits = {};

  // Where tables and records are kept; empty: in memory. What it has is served again.
  std::string data_dir = {};

  // Secondaries lag behind their primary, at most for this interval; nullopt: they never do.
  std::optional<Duration> group_check = {};

  OneboxNotice on_notice = {};

  // Sees every request of every server. It must not call the cluster.
  std::function<void(const RequestSeen&)> on_request = {};
};

struct ClusterTable {
  std::string name;
  int partitions = 8;
  std::optional<int> replicas = {};  // copies of each partition; nullopt: min(3, replica servers)
  std::map<std::string, std::string> envs = {};
};

// Meta and replica servers over one Network, that is in one thread or in one simulated world. All
// methods belong to the loop's thread; none may be called from inside a request.
//
// A write needs a majority of its table's replica count (of up to 2: one copy); else it is refused
// with ERR_NOT_ENOUGH_MEMBER, as the server does.
class Cluster {
 public:
  // Unavailable, with the address, if a port cannot be had.
  static absl::StatusOr<std::unique_ptr<Cluster>> start(Network& network,
                                                        const ClusterOptions& options);

  ~Cluster();
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  const std::vector<Endpoint>& metas() const;
  const std::vector<Endpoint>& replicas() const;

  // AlreadyExists, or InvalidArgument for a count that is out of range; the app id otherwise.
  absl::StatusOr<int> createTable(const ClusterTable& table);
  absl::Status dropTable(std::string_view name);

  absl::StatusOr<int> addFault(const OneboxFault& fault);
  void removeFault(int id);
  void clearFaults();

  // As in Onebox. Stopping what is stopped, or starting what runs, has no effect.
  absl::Status stopReplica(int server);
  absl::Status startReplica(int server);
  absl::Status stopMeta(int meta);
  absl::Status startMeta(int meta);
  std::optional<int> leader() const;  // among the meta servers

  absl::Status movePrimary(std::string_view table, int partition);

  // As in Onebox. A parent that has started to hand over answers ERR_SPLITTING until it is done.
  absl::Status splitTable(std::string_view table);
  absl::Status startHandOver(std::string_view table, int parent);
  absl::Status handOver(std::string_view table, int parent);

  int partitions(std::string_view table) const;  // 0 if there is none

  // The present state of a partition, null if there is none. Valid until the next change.
  const Partition* partition(std::string_view table, int index) const;

  // All zero for an index out of range.
  Onebox::Counts counts(int server) const;

  absl::Status storageStatus() const;  // as in Onebox

 private:
  class Group;
  struct State;
  explicit Cluster(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace bridle::internal::onebox
