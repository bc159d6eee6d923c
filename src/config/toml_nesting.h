#pragma once

#include <string_view>

#include "absl/status/status.h"

namespace bridle::internal {

// The TOML parser recurses for each bracket in brackets and each part of a dotted key, so a hostile
// file could exhaust the stack. This refuses, before parsing, more than limits::kMaxConfigNesting
// of them, and multi-line strings, which no option needs and which would hide brackets from this
// check.
absl::Status checkNesting(std::string_view text, std::string_view file);

}  // namespace bridle::internal
