#pragma once

#include <cstdint>

#include "base/counter.h"

namespace bridle::internal {

// Of all sessions of one loop. Written by the loop, read by any thread.
struct SessionStats {
  Counter connects;
  Counter connect_failures;
  Counter disconnects;
  Counter late_replies;
};

}  // namespace bridle::internal
