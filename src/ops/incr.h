#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bridle/detail/requests.h"
#include "ops/record_op.h"
#include "wire/rpc_names.h"

namespace bridle::internal {

template <>
struct Op<detail::IncrRequest> : RecordOp<detail::IncrRequest> {
  using Result = std::int64_t;
  static constexpr CallSpec kSpec{
      .name = "incr", .rpc = wire::rpc_names::kIncr, .read = false, .idempotent = false};
  static constexpr std::size_t kHashKeyOffset = put::kFirstBlobOffset + put::kRawKeyPrefix;

  static std::string check(const Request& request, const OpContext& context);
  static void encode(std::string& out, const Request& request, const OpContext& context);
  static Taken decode(std::string_view bytes, Result& result);
};
using IncrOp = Op<detail::IncrRequest>;

}  // namespace bridle::internal
