#include "table/fill_info.h"

namespace bridle::internal {

void fillInfo(Call& call, std::int32_t app_id, bool ok) {
  const LegId last = ok ? call.machine().winner() : LegId::kPrimary;
  const Endpoint server = call.leg(last).server();
  *call.request().info = {.app_id = app_id,
                          .partition = call.partition,
                          .decree = call.decree,
                          .server = server.valid() ? server.toString() : "",
                          .tries = call.machine().attempts(),
                          .hedged = call.backups > 0,
                          .from_secondary = last == LegId::kBackup};
}

}  // namespace bridle::internal
