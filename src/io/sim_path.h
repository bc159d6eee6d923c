#pragma once

#include <compare>
#include <cstddef>

#include "base/endpoint.h"
#include "io/sim_delay.h"

namespace bridle::internal {

// One direction between two ends. The end of a link that dialled is its host with port 0, the
// other end is the endpoint it dialled. A default Endpoint stands for any.
struct SimRoute {
  Endpoint from;
  Endpoint to;

  static SimRoute all() { return {}; }
  static SimRoute toServer(const Endpoint& server) { return {{}, server}; }
  static SimRoute fromServer(const Endpoint& server) { return {server, {}}; }

  SimRoute reversed() const { return {to, from}; }
  bool covers(const SimRoute& route) const {
    return matches(from, route.from) && matches(to, route.to);
  }
  auto operator<=>(const SimRoute&) const = default;

 private:
  static bool matches(const Endpoint& pattern, const Endpoint& end) {
    return pattern == Endpoint{} || pattern == end;
  }
};

// How bytes travel on a route.
struct SimPath {
  SimDelay delay = SimDelay::fixed(std::chrono::microseconds(100));
  double reset_chance = 0;       // of each write, to break the link
  double black_hole_chance = 0;  // of each write: neither it nor anything after it arrives
  std::size_t max_piece = 0;     // writes arrive in random pieces of up to this size; 0: whole
};

enum class SimFault {
  kRefuseDials,  // as if nobody listened
  kIgnoreDials,  // no answer at all
  kClog,         // bytes are accepted up to a window; none arrive until the fault is healed
};

}  // namespace bridle::internal
