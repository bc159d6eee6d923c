#pragma once

#include <string>
#include <string_view>

#include "bridle/detail/requests.h"
#include "ops/record_op.h"
#include "wire/rpc_names.h"

namespace bridle::internal {

inline constexpr CallSpec multiGetSpec(std::string_view name) {
  return {.name = name,
          .rpc = wire::rpc_names::kMultiGet,
          .read = true,
          .idempotent = true,
          .hedgeable = true};
}

Taken decodeMultiGet(std::string_view bytes, Entries& result);
bool decompressEntries(Entries& result);

template <>
struct Op<detail::MultiGetRequest> : HashKeyOp<detail::MultiGetRequest> {
  using Result = Entries;
  static constexpr CallSpec kSpec = multiGetSpec("multiGet");

  static std::string check(const Request& request, const OpContext& context);
  static void encode(std::string& out, const Request& request, const OpContext& context);
  static Taken decode(std::string_view bytes, Result& result) {
    return decodeMultiGet(bytes, result);
  }
  static bool decompress(Result& result) { return decompressEntries(result); }
};
using MultiGetOp = Op<detail::MultiGetRequest>;

template <>
struct Op<detail::MultiGetRangeRequest> : HashKeyOp<detail::MultiGetRangeRequest> {
  using Result = Entries;
  static constexpr CallSpec kSpec = multiGetSpec("multiGetRange");

  static std::string check(const Request& request, const OpContext& context);
  static void encode(std::string& out, const Request& request, const OpContext& context);
  static Taken decode(std::string_view bytes, Result& result) {
    return decodeMultiGet(bytes, result);
  }
  static bool decompress(Result& result) { return decompressEntries(result); }
};
using MultiGetRangeOp = Op<detail::MultiGetRangeRequest>;

}  // namespace bridle::internal
