#pragma once

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"

namespace bridle::internal {

// The whole of a file that a user named. NotFound, PermissionDenied, or InvalidArgument for a
// directory, a pipe, a device or a file of more than `max_bytes`; each text begins with the path.
absl::StatusOr<std::string> readTextFile(const std::string& path, std::size_t max_bytes);

}  // namespace bridle::internal
