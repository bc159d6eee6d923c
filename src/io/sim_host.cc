#include "io/sim_host.h"

#include <utility>

#include "io/link_errors.h"
#include "io/sim_connection.h"
#include "io/sim_lookup.h"

namespace bridle::internal {

std::unique_ptr<Link> SimHost::dial(const Endpoint& to, LinkUser& user) {
  return std::make_shared<SimConnection>(network_, Endpoint{ipv4_, 0}, to)->dial(user);
}

absl::StatusOr<std::unique_ptr<ListeningPort>> SimHost::listen(const Endpoint& at,
                                                               LinkListener& listener) {
  Endpoint local = at;
  if (local.ipv4 == 0) local.ipv4 = ipv4_;
  if (local.port == 0) local.port = next_port_++;
  if (network_.ports_.contains(local)) return listenFailed(local, kAddressInUse);
  return std::make_unique<SimPort>(network_, local, listener);
}

void SimHost::resolve(const HostPort& name, std::weak_ptr<void> owner, Resolved done) {
  network_.lookups_.push_back(
      std::make_unique<SimLookup>(network_, name, std::move(owner), std::move(done)));
}

SimPort::SimPort(SimNetwork& network, const Endpoint& local, LinkListener& listener)
    : network_(network), local_(local), listener_(listener) {
  network_.ports_.emplace(local_, this);
}

SimPort::~SimPort() {
  network_.ports_.erase(local_);
}

}  // namespace bridle::internal
