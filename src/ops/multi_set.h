#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "bridle/detail/requests.h"
#include "ops/record_op.h"
#include "wire/rpc_names.h"

namespace bridle::internal {

template <>
struct Op<detail::MultiSetRequest> : HashKeyOp<detail::MultiSetRequest> {
  using Result = std::monostate;
  static constexpr CallSpec kSpec{
      .name = "multiSet", .rpc = wire::rpc_names::kMultiPut, .read = false, .idempotent = true};

  static std::string check(const Request& request, const OpContext& context);
  static void encode(std::string& out, const Request& request, const OpContext& context);
  static Taken decode(std::string_view bytes, Result& result);
};
using MultiSetOp = Op<detail::MultiSetRequest>;

template <>
struct Op<detail::MultiDelRequest> : HashKeyOp<detail::MultiDelRequest> {
  using Result = std::int64_t;
  static constexpr CallSpec kSpec{
      .name = "multiDel", .rpc = wire::rpc_names::kMultiRemove, .read = false, .idempotent = true};

  static std::string check(const Request& request, const OpContext& context);
  static void encode(std::string& out, const Request& request, const OpContext& context);
  static Taken decode(std::string_view bytes, Result& result);
};
using MultiDelOp = Op<detail::MultiDelRequest>;

}  // namespace bridle::internal
