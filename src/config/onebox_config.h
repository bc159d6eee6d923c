#pragma once

#include <string>
#include <string_view>
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

// One fault as on a command line: `role="primary", op="read", probability=0.01, delay_max_ms=5`.
// `origin` stands for the file in errors.
absl::StatusOr<OneboxFault> parseOneboxFault(std::string_view text, std::string_view origin);

}  // namespace bridle::internal
