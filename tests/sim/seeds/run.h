#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "bridle/error.h"

namespace bridle::internal::sim {

struct RunResult {
  std::vector<std::string> wrong;  // empty: all oracles held
  std::vector<std::string> trace;  // all that happened, if it was asked for

  // How the calls ended.
  std::size_t ok = 0;
  std::array<std::size_t, kErrorCodeCount> errors{};  // by ErrorCode

  std::size_t retries = 0;  // further requests to primaries
  std::size_t backups = 0;
};

// Lives through what a seed stands for: tables are opened on a good network, then all goes wrong
// while an application calls, then the troubles end and everything must work again, then the
// clients are closed in the midst of calls.
RunResult run(std::uint64_t seed, bool traced = false);

}  // namespace bridle::internal::sim
