#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "call/call.h"

namespace bridle::internal {

// What a storage status other than OK and NotFound means for a call. Ambiguous: the storage of this
// replica is broken.
Taken takenWithStorageError(std::int32_t status);

// The server has looked at the request and will not do it; `why` says what it found.
Taken takenRefusal(std::int32_t status, std::string why);

// The answer to a body that does not decode.
Taken takenGarbage();

// A good reply with a value that is compressed and too large to be read; `written`: to a write that
// was applied.
Taken takenTooLarge(bool written, std::int64_t decree);

// The reply to a write that gives nothing back.
Taken takenUpdate(std::string_view bytes);

}  // namespace bridle::internal
