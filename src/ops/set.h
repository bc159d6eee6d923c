#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "bridle/detail/requests.h"
#include "ops/record_op.h"
#include "wire/rpc_names.h"

namespace bridle::internal {

template <>
struct Op<detail::SetRequest> : RecordOp<detail::SetRequest> {
  using Result = std::monostate;
  static constexpr CallSpec kSpec{
      .name = "set", .rpc = wire::rpc_names::kPut, .read = false, .idempotent = true};
  static constexpr std::size_t kHashKeyOffset = put::kFirstBlobOffset + put::kRawKeyPrefix;

  static std::string check(const Request& request, const OpContext& context);
  static void encode(std::string& out, const Request& request, const OpContext& context);
  static Taken decode(std::string_view bytes, Result& result);
};
using SetOp = Op<detail::SetRequest>;

template <>
struct Op<detail::DelRequest> : RawKeyOp<detail::DelRequest> {
  using Result = std::monostate;
  static constexpr CallSpec kSpec{
      .name = "del", .rpc = wire::rpc_names::kRemove, .read = false, .idempotent = true};

  static std::string check(const Request& request, const OpContext& context);
  static Taken decode(std::string_view bytes, Result& result);
};
using DelOp = Op<detail::DelRequest>;

}  // namespace bridle::internal
