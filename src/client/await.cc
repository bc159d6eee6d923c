#include "client/await.h"

#include "base/error.h"
#include "base/status.h"
#include "client/client_core.h"

namespace bridle::internal {

absl::Status mayWait(const detail::TableCore& table, std::string_view name) {
  if (!table.client().waitingWouldBlock()) return absl::OkStatus();
  return makeError(ErrorCode::kWrongThread,
                   text(name, " on table \"", table.name(), "\" failed: ", kWrongThreadText));
}

}  // namespace bridle::internal
