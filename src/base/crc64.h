#pragma once

#include <cstdint>
#include <string_view>

namespace bridle::internal {

// CRC-64/NVME: reflected, polynomial 0x9a6c9329ac4bc9b5, all ones first, complemented last. It
// decides which partition a key lives in, so each client of a cluster must compute the same.
std::uint64_t crc64(std::string_view bytes);

}  // namespace bridle::internal
