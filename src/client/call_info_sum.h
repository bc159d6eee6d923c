#pragma once

#include <utility>

#include "bridle/call_info.h"

namespace bridle::internal {

// What several calls come to together: the place of the last one, the efforts of all.
inline void addCallInfo(CallInfo& sum, const CallInfo& call) {
  const CallInfo before = std::exchange(sum, call);
  sum.tries += before.tries;
  sum.hedged |= before.hedged;
}

}  // namespace bridle::internal
