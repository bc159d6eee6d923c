#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "bridle/check.h"
#include "bridle/options.h"
#include "ops/check_and_set.h"

namespace bridle::internal {

// A compareExchange whose argument is encoded already, and whose value comes back as it is stored.
struct StoredExchangeRequest {
  using Completion = absl::StatusOr<CheckResult>;
  std::uint64_t hash = 0;
  std::string_view hash_key = {};
  std::string_view args = {};
  CallOptions options = {};
};

template <>
struct Op<StoredExchangeRequest> {
  using Request = StoredExchangeRequest;
  using Result = CheckResult;
  static constexpr CallSpec kSpec = CompareExchangeOp::kSpec;
  static constexpr std::size_t kHashKeyOffset = CompareExchangeOp::kHashKeyOffset;

  static std::string check(const Request&, const OpContext&) { return {}; }
  static void encode(std::string& out, const Request& request, const OpContext&) {
    out += request.args;
  }
  static std::string_view hashKey(const Request& request) { return request.hash_key; }
  static std::uint64_t hash(const Request& request) { return request.hash; }
  static Taken decode(std::string_view bytes, Result& result) {
    return CompareExchangeOp::decode(bytes, result);
  }
};

// The same argument with another operand in place of the one it has.
std::string withOperand(std::string_view args, std::string_view operand);
// The bytes that the value is compared with; nullopt: there must be no record.
std::optional<std::string> operandOf(std::string_view args);

}  // namespace bridle::internal
