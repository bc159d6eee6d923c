#pragma once

#include "base/time.h"

namespace bridle::internal {

// How long to wait after the `attempts`-th attempt has failed: limits::kRetryFirstDelay, growing by
// kRetryGrowth up to kRetryMaxDelay; `jitter` in [0, 1) places it between half and the whole of
// that, so that many callers do not return at the same moment.
Duration retryDelay(int attempts, double jitter);

}  // namespace bridle::internal
