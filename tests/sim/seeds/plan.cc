#include "plan.h"

#include "base/status.h"
#include "dice.h"

namespace bridle::internal::sim {
namespace {

constexpr int kKeysPerTable = 12;

double millis(Duration duration) {
  return toMillis(duration);
}

SimPath drawCalm(Dice& dice) {
  SimPath path;
  const Duration median = dice.magnitude(20us, 1ms);
  if (dice.chance(0.5)) path.delay = SimDelay::logNormal(median, dice.between(0.1, 1.0));
  if (dice.chance(0.3)) path.delay = SimDelay::fixed(median);
  if (dice.chance(0.1)) path.max_piece = static_cast<std::size_t>(dice.between(1, 100));
  return path;
}

ClientOptions drawClient(Dice& dice) {
  return {.operation_timeout_ms = millis(dice.magnitude(100ms, 1s)),
          .connect_timeout_ms = millis(dice.magnitude(20ms, 1s)),
          .meta_query_timeout_ms = millis(dice.magnitude(20ms, 1s)),
          .event_loops = dice.chance(0.3) ? dice.between(2, 3) : 1,
          .session_reset_ms = millis(dice.magnitude(1s, 4s))};
}

TableOptions drawTable(Dice& dice) {
  TableOptions options;
  if (dice.chance(0.6)) options.backup_request_ms = millis(dice.magnitude(200us, 50ms));
  options.backup_request_max_ratio = dice.oneOf<double>({0, 0.05, 0.05, 0.5, 1});
  if (dice.chance(0.3)) options.operation_timeout_ms = millis(dice.magnitude(100ms, 1s));
  return options;
}

}  // namespace

Plan Plan::draw(std::uint64_t seed) {
  Dice dice(seed);
  Plan plan;
  plan.seed = seed;
  plan.world = {.metas = dice.between(1, 3),
                .replicas = dice.between(2, 5),
                .seed = seed,
                .drop_expired_requests = dice.chance(0.3)};
  plan.calm = drawCalm(dice);
  const int clients = dice.chance(0.3) ? 2 : 1;
  for (int i = 0; i < clients; ++i) plan.clients.push_back(drawClient(dice));
  const int tables = dice.between(1, 3);
  for (int i = 0; i < tables; ++i) plan.tables.push_back({text("t", i), dice.between(1, 8)});
  for (int table = 0; table < tables; ++table) {
    const int handles = dice.between(1, 2) + (clients - 1);
    for (int i = 0; i < handles; ++i) {
      plan.handles.push_back({dice.between(0, clients - 1), table, drawTable(dice)});
      const int handle = static_cast<int>(plan.handles.size()) - 1;
      const int keys = kKeysPerTable / handles;
      for (int k = 0; k < keys; ++k) {
        plan.keys.push_back({table, handle, text("h", handle, "k", k)});
      }
    }
  }
  plan.tables.push_back({"late", dice.between(1, 8)});
  plan.storm = dice.magnitude(300ms, 5s);
  plan.calls = dice.between(100, 300);
  plan.troubles = dice.between(0, 40);
  return plan;
}

}  // namespace bridle::internal::sim
