#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "base/endpoint.h"
#include "wire/frame.h"

namespace bridle::internal::onebox {

// The parsers of a server; the first four bytes of a connection choose one for all that follow.
enum class Protocol : std::uint8_t { kThrift, kNative };

// A request of either protocol; the views point into its frame.
struct Incoming : wire::Request {
  Protocol protocol = Protocol::kThrift;

  // What only a native request has, for its reply.
  std::uint64_t id = 0;
  std::uint64_t trace_id = 0;
  std::uint64_t context = 0;

  bool was_throttled = false;  // it has had its delay, and is not throttled again

  // What limits count: the native protocol has no message around its arguments.
  std::size_t bodyBytes() const;

  // The sender would rather be sent to the right server than told about it in a response.
  bool takesForwards() const;
};

absl::StatusOr<std::size_t> measureIncoming(std::string_view prefix);  // for a Framer
absl::StatusOr<Incoming> decodeIncoming(std::string_view frame);

// Appends the reply of the server at `from`, in the protocol of the request.
void appendReplyTo(std::string& out, const Incoming& request, std::string_view error_name,
                   Endpoint from, std::string_view result);

}  // namespace bridle::internal::onebox
