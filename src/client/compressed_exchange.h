#pragma once

#include <cstdint>

#include "bridle/detail/initiate.h"
#include "client/table_core.h"

namespace bridle::internal {

// A compareExchange on a table whose values are compressed. The server compares stored bytes, and
// one value has many frames: those of other writers and versions, or none at all. So the frame that
// we would write is tried first; if the value that is there instead is another form of what is
// expected, the exchange is asked for once more, with that form. The first call has then certainly
// changed nothing. All of it ends by the one deadline.
void exchangeCompressed(detail::TableCore& table, const detail::Prepared& prepared,
                        std::uint64_t cancel_id, detail::Operation& operation);

}  // namespace bridle::internal
