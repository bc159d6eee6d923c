#pragma once

#include <functional>

#include "io/reactor.h"

namespace bridle::internal {

// Runs `work` once on the reactor, soon; for the slow paths (one allocation). False: the loop has
// ended, and `work` is dropped.
bool postWork(Reactor& reactor, std::function<void()> work);

}  // namespace bridle::internal
