#pragma once

#include <map>
#include <utility>
#include <vector>

#include "io/sim_path.h"

namespace bridle::internal {

// What holds at present on each route of a simulated network.
class SimConditions {
 public:
  void setPath(const SimRoute& route, const SimPath& path) { paths_[route] = path; }
  const SimPath& path(const SimRoute& route) const;  // the most exact one

  void inject(SimFault fault, const SimRoute& route) { faults_.emplace_back(fault, route); }
  void heal(SimFault fault, const SimRoute& route);
  void healAll();
  bool faulty(SimFault fault, const SimRoute& route) const;

 private:
  std::map<SimRoute, SimPath> paths_;
  std::vector<std::pair<SimFault, SimRoute>> faults_;
};

}  // namespace bridle::internal
