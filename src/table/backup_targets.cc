#include "table/backup_targets.h"

#include <algorithm>

#include "base/limits.h"

namespace bridle::internal {

ReplicaSession* BackupTargets::choose(const PartitionSessions& partition,
                                      const ReplicaSession* asked_already, TimePoint now) {
  const std::size_t count = partition.secondaries.size();
  if (count == 0) return nullptr;
  // The first usable one from a random start: with all usable, which is nearly always, each is
  // equally likely.
  const std::size_t start = rng_.below(count);
  for (std::size_t i = 0; i < count; ++i) {
    ReplicaSession* const session = partition.secondaries[(start + i) % count];
    if (session == asked_already) continue;
    if (usable(*session, now)) return session;
    session->connect();
  }
  return nullptr;
}

void BackupTargets::onBusy(const ReplicaSession& session, TimePoint now) {
  Pause& pause = pauses_[&session];
  if (now < pause.until) return;  // an answer to a request sent before the pause
  pause.length =
      std::clamp<Duration>(pause.length * 2, limits::kBusyFirstPause, limits::kBusyMaxPause);
  pause.until = now + pause.length;
}

void BackupTargets::onGood(const ReplicaSession& session) {
  if (!pauses_.empty()) pauses_.erase(&session);
}

bool BackupTargets::usable(const ReplicaSession& session, TimePoint now) const {
  if (!session.ready()) return false;
  if (pauses_.empty()) return true;
  const auto pause = pauses_.find(&session);
  return pause == pauses_.end() || now >= pause->second.until;
}

}  // namespace bridle::internal
