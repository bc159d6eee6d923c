#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "wire/messages.h"

namespace bridle::internal::onebox {

// The condition of CHECK_AND_SET and CHECK_AND_MUTATE.
enum class CheckResult : std::uint8_t { kPassed, kFailed, kNoInteger };

// Whether there is such a check.
bool isCheck(wire::cas_check_type::type type);

// `value` is nullopt if there is none. kNoInteger: one of the two should be an integer and is not.
CheckResult check(wire::cas_check_type::type type, const std::optional<std::string>& value,
                  const std::string& operand);

}  // namespace bridle::internal::onebox
