#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "base/endpoint.h"
#include "wire/frame.h"

// The native frames of the official C++ client, as a server reads and writes them: a raw C struct,
// little-endian, then the argument or the result in a struct of field 0. They have no thrift
// message header.
namespace bridle::internal::wire {

inline constexpr std::string_view kRdsnSignature = "RDSN";
inline constexpr std::uint64_t kRdsnForwardSupported = 1 << 10;  // of the context

// A decoded frame; the views point into it.
struct RdsnRequest {
  std::uint64_t id = 0;  // what a sequence id is elsewhere
  std::uint64_t trace_id = 0;
  std::uint64_t context = 0;  // flags; a reply repeats them
  RequestHeader header;
  std::string_view rpc;
  std::string_view args;
};

absl::StatusOr<std::size_t> measureRdsnRequest(std::string_view prefix);  // for a Framer
absl::StatusOr<RdsnRequest> decodeRdsnRequest(std::string_view frame);

// Appends the reply to `request` of the server at `from`. `result` is the result wrapper struct,
// empty on errors.
void appendRdsnReply(std::string& out, const RdsnRequest& request, std::string_view error_name,
                     Endpoint from, std::string_view result);

}  // namespace bridle::internal::wire
