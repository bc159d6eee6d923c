#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bridle/detail/requests.h"
#include "ops/record_op.h"
#include "wire/rpc_names.h"

namespace bridle::internal {

template <>
struct Op<detail::GetRequest> : RecordReadOp<detail::GetRequest> {
  using Result = std::optional<std::string>;
  static constexpr CallSpec kSpec{.name = "get",
                                  .rpc = wire::rpc_names::kGet,
                                  .read = true,
                                  .idempotent = true,
                                  .hedgeable = true};

  static Taken decode(std::string_view bytes, Result& result);
  static bool decompress(Result& result);
};
using GetOp = Op<detail::GetRequest>;

}  // namespace bridle::internal
