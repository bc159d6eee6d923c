#include "ops/stored_exchange.h"

#include "wire/thrift_io.h"

namespace bridle::internal {
namespace {

wire::check_and_set_request decoded(std::string_view args) {
  return wire::decodeArgs<wire::check_and_set_request>(args).value_or(
      wire::check_and_set_request());
}

}  // namespace

std::string withOperand(std::string_view args, std::string_view operand) {
  wire::check_and_set_request request = decoded(args);
  request.check_operand = operand;
  std::string changed;
  wire::appendArgs(changed, request);
  return changed;
}

std::optional<std::string> operandOf(std::string_view args) {
  wire::check_and_set_request request = decoded(args);
  if (request.check_type != wire::cas_check_type::CT_VALUE_BYTES_EQUAL) return std::nullopt;
  return std::move(request.check_operand.bytes);
}

}  // namespace bridle::internal
