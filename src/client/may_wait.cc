#include "client/may_wait.h"

#include "base/error.h"
#include "base/status.h"
#include "client/client_core.h"

namespace bridle::internal {
namespace {

absl::Status refused(ErrorCode code, std::string_view operation, std::string_view table,
                     CallInfo* info, std::string_view why) {
  if (info != nullptr) *info = {};
  if (table.empty()) return makeError(code, text(operation, " failed: ", why));
  return makeError(code, text(operation, " on table \"", table, "\" failed: ", why));
}

}  // namespace

absl::Status mayWait(const ClientCore& client, std::string_view operation, std::string_view table,
                     CallInfo* info) {
  if (client.closed()) {
    return refused(ErrorCode::kClosed, operation, table, info, "the client is closed");
  }
  if (client.currentShard().has_value()) {
    return refused(ErrorCode::kWrongThread, operation, table, info,
                   "a blocking call on a thread of the client would wait for itself; use the "
                   "asynchronous form there");
  }
  return absl::OkStatus();
}

}  // namespace bridle::internal
