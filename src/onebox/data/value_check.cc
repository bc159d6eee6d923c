#include "onebox/data/value_check.h"

#include <compare>
#include <string_view>

#include "onebox/integer_text.h"

namespace bridle::internal::onebox {
namespace {

using Type = wire::cas_check_type;

CheckResult resultOf(bool passed) {
  return passed ? CheckResult::kPassed : CheckResult::kFailed;
}

// The comparisons of bytes and those of integers come in the same order.
bool satisfies(int nth_comparison, std::strong_ordering order) {
  const bool results[] = {order<0, order <= 0, order == 0, order >= 0, order> 0};
  return results[nth_comparison];
}

CheckResult compareIntegers(Type::type type, const std::string& value, const std::string& operand) {
  const std::optional<std::int64_t> left = integerOf(value);
  if (!left) return CheckResult::kNoInteger;
  const std::optional<std::int64_t> right = integerOf(operand);
  if (!right) return CheckResult::kNoInteger;
  return resultOf(satisfies(type - Type::CT_VALUE_INT_LESS, *left <=> *right));
}

CheckResult checkExisting(Type::type type, std::string_view value, const std::string& operand) {
  switch (type) {
    case Type::CT_VALUE_NOT_EXIST_OR_EMPTY:
      return resultOf(value.empty());
    case Type::CT_VALUE_EXIST:
      return CheckResult::kPassed;
    case Type::CT_VALUE_NOT_EMPTY:
      return resultOf(!value.empty());
    case Type::CT_VALUE_MATCH_ANYWHERE:
      return resultOf(value.find(operand) != std::string_view::npos);
    case Type::CT_VALUE_MATCH_PREFIX:
      return resultOf(value.starts_with(operand));
    case Type::CT_VALUE_MATCH_POSTFIX:
      return resultOf(value.ends_with(operand));
    default:
      return CheckResult::kFailed;
  }
}

}  // namespace

bool isCheck(Type::type type) {
  return type >= Type::CT_NO_CHECK && type <= Type::CT_VALUE_INT_GREATER;
}

CheckResult check(Type::type type, const std::optional<std::string>& value,
                  const std::string& operand) {
  if (type == Type::CT_NO_CHECK) return CheckResult::kPassed;
  if (!value) {
    return resultOf(type == Type::CT_VALUE_NOT_EXIST || type == Type::CT_VALUE_NOT_EXIST_OR_EMPTY);
  }
  if (type >= Type::CT_VALUE_INT_LESS) return compareIntegers(type, *value, operand);
  if (type >= Type::CT_VALUE_BYTES_LESS) {
    return resultOf(satisfies(type - Type::CT_VALUE_BYTES_LESS, *value <=> operand));
  }
  return checkExisting(type, *value, operand);
}

}  // namespace bridle::internal::onebox
