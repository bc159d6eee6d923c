#pragma once

#include <string>
#include <string_view>

#include "bridle/detail/requests.h"
#include "ops/record_op.h"
#include "wire/rpc_names.h"

namespace bridle::internal {

bool decompressChecked(CheckResult& result);

template <>
struct Op<detail::CheckAndSetRequest> : HashKeyOp<detail::CheckAndSetRequest> {
  using Result = CheckResult;
  static constexpr CallSpec kSpec{.name = "checkAndSet",
                                  .rpc = wire::rpc_names::kCheckAndSet,
                                  .read = false,
                                  .idempotent = false};

  static std::string check(const Request& request, const OpContext& context);
  static void encode(std::string& out, const Request& request, const OpContext& context);
  static Taken decode(std::string_view bytes, Result& result);
  static bool decompress(Result& result) { return decompressChecked(result); }
};
using CheckAndSetOp = Op<detail::CheckAndSetRequest>;

template <>
struct Op<detail::CheckAndMutateRequest> : HashKeyOp<detail::CheckAndMutateRequest> {
  using Result = CheckResult;
  static constexpr CallSpec kSpec{.name = "checkAndMutate",
                                  .rpc = wire::rpc_names::kCheckAndMutate,
                                  .read = false,
                                  .idempotent = false};

  static std::string check(const Request& request, const OpContext& context);
  static void encode(std::string& out, const Request& request, const OpContext& context);
  static Taken decode(std::string_view bytes, Result& result);
  static bool decompress(Result& result) { return decompressChecked(result); }
};
using CheckAndMutateOp = Op<detail::CheckAndMutateRequest>;

// A checkAndSet of the record itself: equal to what is expected, or not there.
template <>
struct Op<detail::CompareExchangeRequest> : RecordOp<detail::CompareExchangeRequest> {
  using Result = CheckResult;
  static constexpr CallSpec kSpec{.name = "compareExchange",
                                  .rpc = wire::rpc_names::kCheckAndSet,
                                  .read = false,
                                  .idempotent = false};
  static constexpr std::size_t kHashKeyOffset = put::kFirstBlobOffset;

  static std::string check(const Request& request, const OpContext& context);
  static void encode(std::string& out, const Request& request, const OpContext& context);
  static Taken decode(std::string_view bytes, Result& result);
  static bool decompress(Result& result) { return decompressChecked(result); }
};
using CompareExchangeOp = Op<detail::CompareExchangeRequest>;

}  // namespace bridle::internal
