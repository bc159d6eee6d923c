#pragma once

#include <bit>
#include <cstdint>

namespace bridle::internal {

// How many doublings of a table of `width` partitions leave a key of this hash in the partition it
// is in; the next one moves it. More than there can be: none ever does.
inline int doublingsUntilMoved(std::uint64_t hash, std::int32_t width) {
  return std::countr_zero(hash / static_cast<std::uint64_t>(width));
}

}  // namespace bridle::internal
