#pragma once

#include <string>

#include "base/status.h"

namespace bridle::internal::onebox {

// What is wrong with a data directory, and what to do.
template <typename... Parts>
absl::Status badDirectory(const std::string& folder, const Parts&... parts) {
  return internal::statusOf(absl::StatusCode::kFailedPrecondition, "data directory ", folder, ": ",
                            parts...);
}

}  // namespace bridle::internal::onebox
