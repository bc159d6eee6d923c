#pragma once

#include <optional>
#include <string_view>

#include "bridle/types.h"
#include "call/call.h"
#include "wire/rpc_names.h"

namespace bridle::internal {

struct TtlOp {
  using Result = std::optional<Ttl>;
  static constexpr CallSpec kSpec{.name = "ttl",
                                  .rpc = wire::rpc_names::kTtl,
                                  .read = true,
                                  .idempotent = true,
                                  .hedgeable = true};

  static Taken decode(std::string_view bytes, Result& result);
};

// Asks for the TTL: the server has no call of its own for this, and the value need not travel.
struct ExistOp {
  using Result = bool;
  static constexpr CallSpec kSpec{.name = "exist",
                                  .rpc = wire::rpc_names::kTtl,
                                  .read = true,
                                  .idempotent = true,
                                  .hedgeable = true};

  static Taken decode(std::string_view bytes, Result& result);
};

}  // namespace bridle::internal
