#pragma once

#include "absl/container/flat_hash_map.h"
#include "base/rng.h"
#include "base/time.h"
#include "table/partition_sessions.h"

namespace bridle::internal {

// Chooses the secondary for a backup request: one at random of those that are connected, did not
// just ask to slow down and do not owe an answer to the call already. A server that answers a
// backup request with "busy" gets none for limits::kBusyFirstPause, doubling up to kBusyMaxPause as
// long as it goes on.
class BackupTargets {
 public:
  explicit BackupTargets(std::uint64_t seed) : rng_(seed) {}

  // Null: there is none.
  ReplicaSession* choose(const PartitionSessions& partition, const ReplicaSession* asked_already,
                         TimePoint now);
  void onBusy(const ReplicaSession& session, TimePoint now);
  void onGood(const ReplicaSession& session);

 private:
  struct Pause {
    TimePoint until;
    Duration length;
  };

  bool usable(const ReplicaSession& session, TimePoint now) const;

  Rng rng_;
  absl::flat_hash_map<const ReplicaSession*, Pause> pauses_;  // empty in good times
};

}  // namespace bridle::internal
