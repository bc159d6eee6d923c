#pragma once

#include "absl/status/statusor.h"
#include "config/onebox_config.h"
#include "tools/onebox_command.h"

namespace bridle::internal {

// What the flags of `bridle onebox` come to, upon the file that they may name.
absl::StatusOr<OneboxConfig> readOneboxFlags(const OneboxCommand& command);

}  // namespace bridle::internal
