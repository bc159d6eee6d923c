#include "rpc/session_map.h"

#include "base/rng.h"

namespace bridle::internal {

SessionMap::SessionMap(Network& network, const SessionOptions& options)
    : network_(network), options_(options) {}

ReplicaSession& SessionMap::at(const Endpoint& peer) {
  std::unique_ptr<ReplicaSession>& session = sessions_[peer];
  if (session == nullptr) {
    SessionOptions options = options_;
    options.seed = mixSeed(options_.seed, std::uint64_t{peer.ipv4} << 16 | peer.port);
    session = std::make_unique<ReplicaSession>(network_, peer, options, stats_);
  }
  return *session;
}

void SessionMap::closeAll() {
  for (const auto& [peer, session] : sessions_) session->close();
}

std::size_t SessionMap::outstanding() const {
  std::size_t count = 0;
  for (const auto& [peer, session] : sessions_) count += session->outstanding();
  return count;
}

}  // namespace bridle::internal
