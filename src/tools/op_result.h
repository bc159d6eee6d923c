#pragma once

#include "absl/status/status.h"
#include "tools/bench/target.h"

namespace bridle::internal {

// How a failed call counts. The text is that of `status`, which has to live on.
bench::OpResult failureOf(const absl::Status& status);

}  // namespace bridle::internal
