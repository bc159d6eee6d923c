#pragma once

#include <string_view>

#include "absl/status/status.h"
#include "call/call.h"

namespace bridle::internal {

// The final status of a call that its machine has declared failed: what, on which table, why, after
// how many requests and how long, whether it may have been executed, and what each request came to.
// Legs that the machine still waits for are named as such.
absl::Status callError(Call& call, std::string_view table, TimePoint now);

// The same for a call that is ended from outside: cancelled, or its client or table is gone.
absl::Status callAborted(Call& call, ErrorCode code, std::string_view table, std::string_view why,
                         TimePoint now);

}  // namespace bridle::internal
