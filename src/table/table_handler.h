#pragma once

#include <boost/intrusive/list.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "call/backup_budget.h"
#include "call/call.h"
#include "route/routing_table.h"
#include "rpc/session_map.h"
#include "table/backup_targets.h"
#include "table/partition_sessions.h"
#include "table/table_counters.h"

namespace bridle::internal {

// Asked for fresh routes; answers later through TableHandler::onRoutes.
class RouteRefresher {
 public:
  virtual void refreshRoutes(std::uint64_t stale_version) = 0;

 protected:
  ~RouteRefresher() = default;
};

struct TableSettings {
  std::string name;
  Duration backup_delay{};  // zero: backup requests are off
  double backup_max_ratio = 1;
  std::uint64_t seed = 0;
};

// One table on one loop: keeps replica sessions for each partition, sends writes and reads to the
// primary, sends late reads once more to a random secondary, and lets the first good reply win.
// Performs what each call's machine decides. Loop thread only, but for the counters.
class TableHandler final : public CallDriver {
 public:
  TableHandler(Reactor& reactor, SessionMap& sessions, RouteRefresher& refresher,
               const TableSettings& settings, std::shared_ptr<const RoutingTable> routes);
  ~TableHandler();  // after close()

  void onRoutes(std::shared_ptr<const RoutingTable> routes);
  void onTableNotFound(std::string_view why);  // ends the calls that wait for better routes

  void start(Call& call) override;
  void cancel(std::uint64_t cancel_id);

  // Best effort, for a request that is never answered: to the primary of this hash's partition.
  void tell(std::string_view rpc, std::string_view args, std::uint64_t hash);
  void close(ErrorCode code,
             std::string_view why);  // ends all calls, and each further one as it starts

  const TableSettings& settings() const { return settings_; }
  const TableCounters& counters() const { return counters_; }
  std::size_t liveCalls() const { return live_.size() + unseen_.size(); }

 private:
  using CallList = boost::intrusive::list<Call, boost::intrusive::constant_time_size<false>>;
  struct Closed {
    ErrorCode code;
    std::string why;
  };

  void onLegReply(Call& call, LegId leg, const wire::Reply& reply) override;
  void onLegLost(Call& call, LegId leg, Delivery delivery, const absl::Status& why) override;
  void onCallTimer(Call& call, TimePoint now) override;

  void drive(Call& call, Steps steps);
  void armTimer(Call& call);
  Steps sendPrimary(Call& call);
  Steps sendBackup(Call& call);
  Steps failedToSend(Call& call, LegId leg, const Endpoint& server, const absl::Status& why);
  absl::Status send(Call& call, LegId leg, ReplicaSession& session);
  PartitionSessions& route(Call& call);
  Taken judge(Call& call, const wire::Reply& reply);
  void onBadReply(Call& call, LegId leg, const wire::Reply& reply, const Taken& taken);
  void noteFailure(Call& call, LegId id, FailedLeg failed);
  void noteMaybeExecuted(Call& call);
  void forEachCall(absl::FunctionRef<void(Call&)> look);
  void moveToNewPrimary(Call& call);

  void succeed(Call& call);
  void fail(Call& call);
  void finish(Call& call, absl::Status status);
  void countEnd(Call& call, const absl::Status& status);
  void countBackupEnd(Call& call, bool won);
  void noteSilence(Call& call);
  void giveUp(Call& call);
  void abort(Call& call, ErrorCode code, std::string_view why);

  Reactor& reactor_;
  SessionMap& sessions_;
  RouteRefresher& refresher_;
  const TableSettings settings_;
  TableCounters counters_;
  BackupBudget budget_;
  BackupTargets targets_;
  std::shared_ptr<const RoutingTable> routes_;
  std::vector<PartitionSessions> partitions_;
  CallList live_;
  CallList unseen_;  // those of forEachCall() whose turn has not come
  absl::flat_hash_map<std::uint64_t, Call*> cancellable_;
  std::optional<Closed> closed_;
};

}  // namespace bridle::internal
