#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "base/endpoint.h"
#include "base/rng.h"
#include "io/link.h"
#include "io/sim_conditions.h"
#include "io/sim_delay.h"
#include "io/sim_path.h"
#include "io/sim_reactor.h"

namespace bridle::internal {

class SimConnection;
class SimHost;
class SimLookup;
class SimPort;

// A network in virtual time, shared by all hosts of a simulated world. Bytes of a link stay in
// order. Whatever is random is drawn from one seed, so a run is repeated by its seed.
//
//   SimReactor reactor;
//   SimNetwork network(reactor, seed);
//   network.setPath(SimRoute::fromServer(s1), {.delay = SimDelay::fixed(20ms)});
//   ... network.host(client_ipv4).dial(s1, user) ...
//   network.cut(SimRoute::toServer(s1));
//   reactor.runFor(1s);
class SimNetwork {
 public:
  SimNetwork(SimReactor& reactor, std::uint64_t seed);
  ~SimNetwork();
  SimNetwork(const SimNetwork&) = delete;
  SimNetwork& operator=(const SimNetwork&) = delete;

  SimReactor& reactor() { return reactor_; }

  // The network as this host sees it; the same object each time.
  Network& host(std::uint32_t ipv4);

  // The most exact of the paths that were set holds: from and to given, only to, only from, all.
  void setPath(const SimRoute& route, const SimPath& path);

  // Faults on overlapping routes add up. heal() takes the route that was given to inject().
  void inject(SimFault fault, const SimRoute& route);
  void heal(SimFault fault, const SimRoute& route);
  void healAll();  // and no path loses or resets anything any more

  void resetLinks(const SimRoute& route);  // both ends are told of a reset
  void cut(const SimRoute& route);         // resetLinks and inject(kRefuseDials)

  // What resolve() answers from now on: IPv4 addresses or a failure. Other names are unknown.
  void setName(const std::string& name, absl::StatusOr<std::vector<std::uint32_t>> addresses);
  void setResolveDelay(const SimDelay& delay) { resolve_delay_ = delay; }

  // For leak checks.
  std::size_t links() const { return links_; }  // alive; each end counts
  std::size_t ports() const { return ports_.size(); }
  std::size_t lookups() const { return lookups_.size(); }

 private:
  friend class SimConnection;
  friend class SimHost;
  friend class SimLookup;
  friend class SimPort;

  void wakeLinks();

  SimReactor& reactor_;
  Rng rng_;
  SimConditions conditions_;
  SimDelay resolve_delay_ = SimDelay::fixed(std::chrono::milliseconds(1));
  std::map<std::uint32_t, std::unique_ptr<SimHost>> hosts_;
  std::map<Endpoint, SimPort*> ports_;
  std::map<std::uint64_t, SimConnection*> connections_;  // in the order they were dialled
  std::map<std::string, absl::StatusOr<std::vector<std::uint32_t>>> names_;
  std::vector<std::unique_ptr<SimLookup>> lookups_;
  std::uint64_t next_connection_ = 0;
  std::size_t links_ = 0;
};

}  // namespace bridle::internal
