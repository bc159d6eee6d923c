#pragma once

#include <string_view>

#include "absl/status/status.h"

namespace bridle::internal {

// Refuses, before parsing, what the TOML parser cannot be trusted with, and what no option needs:
// bytes that are not UTF-8 (it reads beyond its buffer then), long lines (it copies them for each
// value), more than limits::kMaxConfigNesting brackets in brackets or parts of a dotted key (it
// recurses for each), and multi-line strings (which would hide brackets from this check).
absl::Status checkToml(std::string_view text, std::string_view file);

}  // namespace bridle::internal
