#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bridle/types.h"
#include "call/call.h"
#include "wire/rpc_names.h"

namespace bridle::internal {

struct GetOp {
  using Result = std::optional<std::string>;
  static constexpr CallSpec kSpec{.name = "get",
                                  .rpc = wire::rpc_names::kGet,
                                  .read = true,
                                  .idempotent = true,
                                  .hedgeable = true};

  static Taken decode(std::string_view bytes, Result& result);
};

}  // namespace bridle::internal
