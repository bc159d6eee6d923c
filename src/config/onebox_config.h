#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "bridle/onebox.h"

namespace bridle::internal {

// What a file like conf/onebox.toml says: a cluster, and how it misbehaves from the start.
struct OneboxConfig {
  OneboxOptions options;            // [onebox]
  std::vector<OneboxFault> faults;  // [[fault]], in the order of the file
};

// As strict as loadConfig(), with the same errors.
absl::StatusOr<OneboxConfig> loadOneboxConfig(const std::string& path);

}  // namespace bridle::internal
