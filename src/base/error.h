#pragma once

#include <string_view>

#include "absl/status/status.h"
#include "bridle/error.h"

namespace bridle::internal {

// A status that carries `info`, so that bridle::errorInfo() finds it again.
absl::Status makeError(const ErrorInfo& info, std::string_view text);

// The same for errors found before anything was sent.
absl::Status makeError(ErrorCode code, std::string_view text);

// The absl code that stands for `code` by default.
absl::StatusCode canonicalCode(ErrorCode code);

}  // namespace bridle::internal
