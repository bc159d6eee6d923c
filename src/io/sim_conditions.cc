#include "io/sim_conditions.h"

#include <algorithm>

namespace bridle::internal {

const SimPath& SimConditions::path(const SimRoute& route) const {
  static const SimPath default_path;
  for (const SimRoute& candidate :
       {route, SimRoute::toServer(route.to), SimRoute::fromServer(route.from), SimRoute::all()}) {
    const auto found = paths_.find(candidate);
    if (found != paths_.end()) return found->second;
  }
  return default_path;
}

void SimConditions::heal(SimFault fault, const SimRoute& route) {
  std::erase(faults_, std::pair(fault, route));
}

void SimConditions::healAll() {
  faults_.clear();
  for (auto& [route, path] : paths_) {
    path.reset_chance = 0;
    path.black_hole_chance = 0;
  }
}

bool SimConditions::faulty(SimFault fault, const SimRoute& route) const {
  return std::any_of(faults_.begin(), faults_.end(), [&](const auto& entry) {
    return entry.first == fault && entry.second.covers(route);
  });
}

}  // namespace bridle::internal
