#pragma once

#include <optional>
#include <string_view>

#include "bridle/detail/requests.h"
#include "ops/record_op.h"
#include "wire/rpc_names.h"

namespace bridle::internal {

template <>
struct Op<detail::TtlRequest> : RecordReadOp<detail::TtlRequest> {
  using Result = std::optional<Ttl>;
  static constexpr CallSpec kSpec{.name = "ttl",
                                  .rpc = wire::rpc_names::kTtl,
                                  .read = true,
                                  .idempotent = true,
                                  .hedgeable = true};

  static Taken decode(std::string_view bytes, Result& result);
};
using TtlOp = Op<detail::TtlRequest>;

// Asks for the TTL: the server has no call of its own for this, and the value need not travel.
template <>
struct Op<detail::ExistRequest> : RecordReadOp<detail::ExistRequest> {
  using Result = bool;
  static constexpr CallSpec kSpec{.name = "exist",
                                  .rpc = wire::rpc_names::kTtl,
                                  .read = true,
                                  .idempotent = true,
                                  .hedgeable = true};

  static Taken decode(std::string_view bytes, Result& result);
};
using ExistOp = Op<detail::ExistRequest>;

}  // namespace bridle::internal
