#include "io/sim_network.h"

#include <utility>

#include "io/sim_connection.h"
#include "io/sim_host.h"
#include "io/sim_lookup.h"

namespace bridle::internal {

SimNetwork::SimNetwork(SimReactor& reactor, std::uint64_t seed) : reactor_(reactor), rng_(seed) {}

SimNetwork::~SimNetwork() = default;

Network& SimNetwork::host(std::uint32_t ipv4) {
  std::unique_ptr<SimHost>& host = hosts_[ipv4];
  if (host == nullptr) host = std::make_unique<SimHost>(*this, ipv4);
  return *host;
}

void SimNetwork::setPath(const SimRoute& route, const SimPath& path) {
  conditions_.setPath(route, path);
}

void SimNetwork::inject(SimFault fault, const SimRoute& route) {
  conditions_.inject(fault, route);
}

void SimNetwork::heal(SimFault fault, const SimRoute& route) {
  conditions_.heal(fault, route);
  wakeLinks();
}

void SimNetwork::healAll() {
  conditions_.healAll();
  wakeLinks();
}

void SimNetwork::wakeLinks() {
  for (const auto& [id, connection] : connections_) connection->wake();
}

void SimNetwork::resetLinks(const SimRoute& route) {
  for (const auto& [id, connection] : connections_) {
    if (route.covers(connection->route()) || route.covers(connection->route().reversed())) {
      connection->reset();
    }
  }
}

void SimNetwork::cut(const SimRoute& route) {
  resetLinks(route);
  inject(SimFault::kRefuseDials, route);
}

void SimNetwork::setName(const std::string& name,
                         absl::StatusOr<std::vector<std::uint32_t>> addresses) {
  names_[name] = std::move(addresses);
}

}  // namespace bridle::internal
