#pragma once

#include <cstdint>

namespace bridle::test {

// How often the calling thread has taken memory from the heap, by whichever function.
std::uint64_t allocations();

}  // namespace bridle::test
