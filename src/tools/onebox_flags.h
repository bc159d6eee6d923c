#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "config/onebox_config.h"
#include "tools/onebox_command.h"

namespace bridle::internal {

// What the flags of `bridle onebox` come to, upon the file that they may name.
absl::StatusOr<OneboxConfig> readOneboxFlags(const OneboxCommand& command);

// The rules of misbehaviour after --fault, of any command.
absl::StatusOr<std::vector<OneboxFault>> readFaultFlags(const std::vector<std::string>& written);

}  // namespace bridle::internal
