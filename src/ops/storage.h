#pragma once

#include <cstdint>

#include "call/call.h"

namespace bridle::internal {

// What a storage status other than OK and NotFound means for a call. Ambiguous: the storage of this
// replica is broken.
Taken takenWithStorageError(std::int32_t status);

// The answer to a body that does not decode.
Taken takenGarbage();

}  // namespace bridle::internal
