#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "wire/frame.h"

namespace bridle::internal::wire {

// Chooses the server's thread for a partition; it has to be the same in all requests to one.
constexpr std::uint32_t threadHash(const RequestHeader& header) {
  return static_cast<std::uint32_t>(header.app_id) * 7919 +
         static_cast<std::uint32_t>(header.partition_index);
}

// The struct in the header of version 1, written field by field: a call's fixed cost is in here.
inline constexpr std::size_t kRequestMetaBytes = 37;
char* storeRequestMeta(char* to, const RequestHeader& header);

// Fields in any order, unknown ones skipped, absent ones zero, even the STOP may be missing:
// servers are that lenient.
absl::StatusOr<RequestHeader> decodeRequestMeta(std::string_view bytes);

}  // namespace bridle::internal::wire
