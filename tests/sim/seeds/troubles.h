#pragma once

#include <functional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "calls.h"
#include "dice.h"
#include "plan.h"
#include "report.h"
#include "sim/world.h"

namespace bridle::internal::sim {

// Whatever can go wrong around a client, at random: slow, torn and deaf networks, servers that
// stop, misbehave or lose their role, tables that are dropped and made anew.
class Troubles {
 public:
  Troubles(const Plan& plan, World& world, Calls& calls, Report& report);

  // Each begins at a random time before `until`, and most end by themselves before.
  void schedule(int count, TimePoint until);

  void endAll();

  // Has this server been told to be the primary of that partition, now or before?
  bool everPrimary(int app_id, int partition, int server) const {
    return primaries_.contains({app_id, partition, server});
  }

 private:
  using Undo = std::function<void()>;
  using Begin = Undo (Troubles::*)();

  static const std::vector<Begin>& all();
  void begin(Begin trouble, TimePoint until);

  Undo badPath();
  Undo clog();
  Undo refuseDials();
  Undo ignoreDials();
  Undo cut();
  Undo resetLinks();
  Undo stopReplica();
  Undo stopMeta();
  Undo movePrimaries();
  Undo dropTable();
  Undo badReplica();
  Undo badMeta();

  Undo inject(SimFault fault, const SimRoute& route);
  Undo addRule(const OneboxFault& fault);
  void addEffect(OneboxFault& fault);
  Endpoint anyServer();
  SimRoute anyRoute();
  void createMissingTables();
  void notePrimaries();

  const Plan& plan_;
  World& world_;
  Calls& calls_;
  Report& report_;
  Dice dice_;
  std::vector<Begin> kinds_;  // of this run
  std::set<std::tuple<int, int, int>> primaries_;
};

}  // namespace bridle::internal::sim
