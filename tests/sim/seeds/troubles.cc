#include "troubles.h"

#include <utility>

namespace bridle::internal::sim {
namespace {

constexpr std::uint64_t kTroublesStream = 11;

SimPath drawBadPath(Dice& dice) {
  SimPath path;
  const Duration slow = dice.magnitude(100us, 100ms);
  if (dice.chance(0.3)) path.delay = SimDelay::uniform(slow / 10, slow);
  if (dice.chance(0.4)) path.delay = SimDelay::logNormal(slow / 10, dice.between(0.5, 2.0));
  if (dice.chance(0.4)) {
    path.delay = path.delay.withStalls(dice.between(0.01, 0.3), dice.magnitude(5ms, 500ms));
  }
  if (dice.chance(0.3)) path.reset_chance = dice.between(0.01, 0.2);
  if (dice.chance(0.2)) path.black_hole_chance = dice.between(0.01, 0.1);
  if (dice.chance(0.1)) path.max_piece = static_cast<std::size_t>(dice.between(1, 200));
  return path;
}

}  // namespace

Troubles::Troubles(const Plan& plan, World& world, Calls& calls, Report& report)
    : plan_(plan),
      world_(world),
      calls_(calls),
      report_(report),
      dice_(mixSeed(plan.seed, kTroublesStream)) {
  world_.network().setPath(SimRoute::all(), plan.calm);
  createMissingTables();
  for (const Begin kind : all()) {
    if (dice_.chance(0.5)) kinds_.push_back(kind);
  }
  if (kinds_.empty()) kinds_ = all();
}

// The more kinds of harm one of them can do, the more often it is there.
const std::vector<Troubles::Begin>& Troubles::all() {
  static const std::vector<Begin> kinds{
      &Troubles::badPath,    &Troubles::badPath,       &Troubles::badReplica,
      &Troubles::badReplica, &Troubles::badReplica,    &Troubles::badMeta,
      &Troubles::clog,       &Troubles::refuseDials,   &Troubles::ignoreDials,
      &Troubles::cut,        &Troubles::resetLinks,    &Troubles::stopReplica,
      &Troubles::stopMeta,   &Troubles::movePrimaries, &Troubles::dropTable};
  return kinds;
}

void Troubles::schedule(int count, TimePoint until) {
  for (int i = 0; i < count; ++i) {
    const Begin trouble = dice_.oneOf(kinds_);
    world_.schedule().after(dice_.between(Duration{}, until - world_.now()),
                            [this, trouble, until] { begin(trouble, until); });
  }
}

void Troubles::begin(Begin trouble, TimePoint until) {
  const Undo undo = (this->*trouble)();
  notePrimaries();
  if (undo == nullptr) return;
  const TimePoint end = world_.now() + dice_.magnitude(1ms, 3s);
  if (end >= until) return;  // endAll() will see to it
  world_.schedule().at(end, [this, undo] {
    undo();
    notePrimaries();
  });
}

void Troubles::endAll() {
  report_.note("all troubles end");
  SimNetwork& network = world_.network();
  network.healAll();
  for (int i = 0; i < plan_.world.metas; ++i) {
    network.setPath(SimRoute::toServer(World::meta(i)), plan_.calm);
    network.setPath(SimRoute::fromServer(World::meta(i)), plan_.calm);
    world_.cluster().startMeta(i).IgnoreError();
  }
  for (int i = 0; i < plan_.world.replicas; ++i) {
    network.setPath(SimRoute::toServer(World::replica(i)), plan_.calm);
    network.setPath(SimRoute::fromServer(World::replica(i)), plan_.calm);
    world_.cluster().startReplica(i).IgnoreError();
  }
  world_.cluster().clearFaults();
  createMissingTables();
}

Endpoint Troubles::anyServer() {
  if (dice_.chance(0.25)) return World::meta(dice_.between(0, plan_.world.metas - 1));
  return World::replica(dice_.between(0, plan_.world.replicas - 1));
}

SimRoute Troubles::anyRoute() {
  return dice_.chance(0.5) ? SimRoute::toServer(anyServer()) : SimRoute::fromServer(anyServer());
}

Troubles::Undo Troubles::badPath() {
  const SimRoute route = anyRoute();
  report_.note("bad path from ", route.from.toString(), " to ", route.to.toString());
  world_.network().setPath(route, drawBadPath(dice_));
  return [this, route] {
    report_.note("good path from ", route.from.toString(), " to ", route.to.toString());
    world_.network().setPath(route, plan_.calm);
  };
}

Troubles::Undo Troubles::inject(SimFault fault, const SimRoute& route) {
  world_.network().inject(fault, route);
  return [this, fault, route] {
    report_.note("healed from ", route.from.toString(), " to ", route.to.toString());
    world_.network().heal(fault, route);
  };
}

Troubles::Undo Troubles::clog() {
  const SimRoute route = anyRoute();
  report_.note("clogged from ", route.from.toString(), " to ", route.to.toString());
  return inject(SimFault::kClog, route);
}

Troubles::Undo Troubles::refuseDials() {
  const Endpoint server = anyServer();
  report_.note("dials refused by ", server.toString());
  return inject(SimFault::kRefuseDials, SimRoute::toServer(server));
}

Troubles::Undo Troubles::ignoreDials() {
  const Endpoint server = anyServer();
  report_.note("dials ignored by ", server.toString());
  return inject(SimFault::kIgnoreDials, SimRoute::toServer(server));
}

Troubles::Undo Troubles::cut() {
  const SimRoute route = SimRoute::toServer(anyServer());
  report_.note("cut off ", route.to.toString());
  world_.network().cut(route);
  return [this, route] {
    report_.note("connected again ", route.to.toString());
    world_.network().heal(SimFault::kRefuseDials, route);
  };
}

Troubles::Undo Troubles::resetLinks() {
  const SimRoute route = dice_.chance(0.2) ? SimRoute::all() : SimRoute::toServer(anyServer());
  report_.note("links reset to ", route.to.toString());
  world_.network().resetLinks(route);
  return nullptr;
}

Troubles::Undo Troubles::stopReplica() {
  const int server = dice_.between(0, plan_.world.replicas - 1);
  report_.note("replica server ", server, " stops");
  world_.cluster().stopReplica(server).IgnoreError();
  return [this, server] {
    report_.note("replica server ", server, " starts");
    world_.cluster().startReplica(server).IgnoreError();
  };
}

Troubles::Undo Troubles::stopMeta() {
  const int server = dice_.between(0, plan_.world.metas - 1);
  report_.note("meta server ", server, " stops");
  world_.cluster().stopMeta(server).IgnoreError();
  return [this, server] {
    report_.note("meta server ", server, " starts");
    world_.cluster().startMeta(server).IgnoreError();
  };
}

Troubles::Undo Troubles::movePrimaries() {
  const Plan::Table& table = dice_.oneOf(plan_.tables);
  report_.note("primaries of ", table.name, " move");
  for (int i = 0; i < table.partitions; ++i) {
    if (dice_.chance(0.5)) world_.cluster().movePrimary(table.name, i).IgnoreError();
  }
  return nullptr;
}

Troubles::Undo Troubles::dropTable() {
  const int table = dice_.between(0, static_cast<int>(plan_.tables.size()) - 1);
  const std::string& name = plan_.tables[static_cast<std::size_t>(table)].name;
  if (world_.appId(name) == 0) return nullptr;
  report_.note("table ", name, " is dropped");
  world_.dropTable(name);
  calls_.tableDropped(table);
  if (dice_.chance(0.3)) return createMissingTables(), nullptr;
  return [this] { createMissingTables(); };
}

// With other partition counts than before. Fails while too few servers run.
void Troubles::createMissingTables() {
  for (const Plan::Table& table : plan_.tables) {
    if (world_.appId(table.name) != 0) continue;
    const int partitions = dice_.chance(0.5) ? table.partitions : dice_.between(1, 8);
    const absl::Status created = world_.createTable(table.name, partitions);
    report_.note("table ", table.name, " with ", partitions,
                 " partitions: ", std::string(created.ToString()));
  }
  notePrimaries();
}

Troubles::Undo Troubles::addRule(const OneboxFault& fault) {
  const int id = world_.addFault(fault);
  report_.note("server ", fault.server.value_or(-1), " misbehaves: op ", static_cast<int>(fault.op),
               ", role ", static_cast<int>(fault.role), ", ", fault.probability,
               " of requests: delay ", fault.delay_max_ms, " drop ", fault.drop, " ignore ",
               fault.ignore, " close ", fault.close, " empty ", fault.empty_ok, " garbage ",
               fault.garbage, " ", fault.error);
  return [this, id] {
    report_.note("a misbehaviour ends");
    world_.cluster().removeFault(id);
  };
}

void Troubles::addEffect(OneboxFault& fault) {
  static const std::vector<std::string> errors{"ERR_OBJECT_NOT_FOUND",
                                               "ERR_INVALID_STATE",
                                               "ERR_INACTIVE_STATE",
                                               "ERR_NOT_ENOUGH_MEMBER",
                                               "ERR_SPLITTING",
                                               "ERR_BUSY",
                                               "ERR_CAPACITY_EXCEEDED",
                                               "ERR_TIMEOUT",
                                               "ERR_NETWORK_FAILURE",
                                               "ERR_DISK_INSUFFICIENT",
                                               "ERR_INVALID_DATA",
                                               "ERR_ACL_DENY",
                                               "ERR_UNKNOWN",
                                               "ERR_TRY_AGAIN",
                                               "ERR_REPLICATION_FAILURE",
                                               "ERR_CHILD_NOT_READY",
                                               "ERR_PARENT_PARTITION_MISUSED",
                                               "ERR_SERVICE_NOT_ACTIVE",
                                               "ERR_FORWARD_TO_OTHERS"};
  switch (dice_.between(0, 6)) {
    case 0:
    case 1:
      fault.error = dice_.oneOf(errors);
      break;
    case 2:
      fault.drop = true;
      break;
    case 3:
      fault.ignore = true;
      break;
    case 4:
      fault.close = true;
      break;
    case 5:
      (dice_.chance(0.5) ? fault.empty_ok : fault.garbage) = true;
      break;
    default:
      fault.delay_max_ms = toMillis(dice_.magnitude(1ms, 500ms));
  }
  if (dice_.chance(0.3)) fault.delay_max_ms = toMillis(dice_.magnitude(100us, 50ms));
}

Troubles::Undo Troubles::badReplica() {
  OneboxFault fault;
  if (dice_.chance(0.5)) fault.server = dice_.between(0, plan_.world.replicas - 1);
  fault.role = dice_.oneOf<OneboxRole>(
      {OneboxRole::kAny, OneboxRole::kAny, OneboxRole::kPrimary, OneboxRole::kSecondary});
  fault.op =
      dice_.oneOf<OneboxOp>({OneboxOp::kAny, OneboxOp::kAny, OneboxOp::kRead, OneboxOp::kWrite,
                             OneboxOp::kGet, OneboxOp::kSet, OneboxOp::kDel, OneboxOp::kTtl});
  if (dice_.chance(0.3)) fault.table = dice_.oneOf(plan_.tables).name;
  if (dice_.chance(0.7)) fault.probability = dice_.between(0.02, 1.0);
  addEffect(fault);
  return addRule(fault);
}

Troubles::Undo Troubles::badMeta() {
  OneboxFault fault{.op = OneboxOp::kMeta};
  if (dice_.chance(0.5)) fault.server = dice_.between(0, plan_.world.metas - 1);
  if (dice_.chance(0.5)) fault.probability = dice_.between(0.02, 1.0);
  addEffect(fault);
  return addRule(fault);
}

void Troubles::notePrimaries() {
  for (const Plan::Table& table : plan_.tables) {
    const int app_id = world_.appId(table.name);
    if (app_id == 0) continue;
    for (int i = 0;; ++i) {
      const onebox::Partition* const partition = world_.cluster().partition(table.name, i);
      if (partition == nullptr) break;
      if (partition->config().primary) primaries_.insert({app_id, i, *partition->config().primary});
    }
  }
}

}  // namespace bridle::internal::sim
