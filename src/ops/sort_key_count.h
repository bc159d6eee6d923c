#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bridle/detail/requests.h"
#include "ops/record_op.h"
#include "wire/rpc_names.h"

namespace bridle::internal {

template <>
struct Op<detail::SortKeyCountRequest> : HashKeyOp<detail::SortKeyCountRequest> {
  using Result = std::int64_t;
  static constexpr CallSpec kSpec{
      .name = "sortKeyCount",
      .rpc = wire::rpc_names::kSortkeyCount,
      .read = true,
      .idempotent = true,
      .hedgeable = true,
      .hedge_option = &TableOptions::backup_requests_for_sort_key_count};
  static constexpr std::size_t kHashKeyOffset = put::kBlobOffset;

  static std::string check(const Request& request, const OpContext& context);
  static void encode(std::string& out, const Request& request, const OpContext& context);
  static Taken decode(std::string_view bytes, Result& result);
};
using SortKeyCountOp = Op<detail::SortKeyCountRequest>;

}  // namespace bridle::internal
