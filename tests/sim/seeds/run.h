#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace bridle::internal::sim {

struct RunResult {
  std::vector<std::string> wrong;  // empty: all oracles held
  std::vector<std::string> trace;  // all that happened, if it was asked for
  std::size_t events = 0;          // how much happened
  std::size_t calls = 0;
};

// Lives through what a seed stands for: tables are opened on a good network, then all goes wrong
// while an application calls, then the troubles end and everything must work again, then the
// clients are closed in the midst of calls.
RunResult run(std::uint64_t seed, bool traced = false);

}  // namespace bridle::internal::sim
