#pragma once

#include <cstdint>

#include "call/call.h"

namespace bridle::internal {

// Writes what has come of a call, which ends now, to where its request wants it.
void fillInfo(Call& call, std::int32_t app_id, bool ok);

}  // namespace bridle::internal
