#pragma once

#include <rapidcheck.h>

#include "step.h"

namespace bridle::internal::sim {

// Steps on a few hash keys and sort keys, so that they meet; keys and values have all kinds of
// bytes in them.
rc::Gen<Step> anyStep();

}  // namespace bridle::internal::sim
