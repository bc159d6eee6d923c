#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "bridle/types.h"
#include "call/call.h"
#include "wire/rpc_names.h"

namespace bridle::internal {

struct SetOp {
  using Result = std::monostate;
  static constexpr CallSpec kSpec{
      .name = "set", .rpc = wire::rpc_names::kPut, .read = false, .idempotent = true};

  // `expire_ts`: seconds since 2016, 0 = never.
  static void encode(std::string& out, const Key& key, std::string_view value,
                     std::int32_t expire_ts);
  static Taken decode(std::string_view bytes, Result& result);
};

struct DelOp {
  using Result = std::monostate;
  static constexpr CallSpec kSpec{
      .name = "del", .rpc = wire::rpc_names::kRemove, .read = false, .idempotent = true};

  static Taken decode(std::string_view bytes, Result& result) {
    return SetOp::decode(bytes, result);
  }
};

}  // namespace bridle::internal
