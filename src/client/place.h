#pragma once

#include <cstddef>
#include <string>

#include "base/time.h"

namespace bridle::internal {

class ClientCore;

// The loop that a call is started for.
struct Place {
  std::size_t shard;
  bool here;  // it runs the caller; never once the client is closed
  TimePoint now;
};
Place placeForCall(ClientCore& client);

std::string timeoutProblem(double timeout_ms);  // what is wrong with it; empty: nothing

}  // namespace bridle::internal
