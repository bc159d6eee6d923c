#pragma once

#include <string_view>

#include "absl/status/status.h"
#include "bridle/call_info.h"

namespace bridle::internal {

class ClientCore;

// OK, or why `operation` must not be waited for. kWrongThread: on a loop of the client it would
// wait for itself. kClosed: the loop that would end it may have ended, or this may be a handler
// that is called while the client is being closed. `table` is its name; `info` is emptied if it
// must not be. Each if there is one.
absl::Status mayWait(const ClientCore& client, std::string_view operation,
                     std::string_view table = {}, CallInfo* info = nullptr);

}  // namespace bridle::internal
