#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "bridle/detail/initiate.h"

namespace bridle::internal {

std::string_view nameOf(detail::OpKind kind);  // "get"

inline constexpr std::string_view kWrongThreadText =
    "a blocking call on a thread of the client would wait for itself; use the asynchronous form "
    "there";

// OK, or InvalidArgument naming what is wrong and the limit. `unix_seconds`: now, for the expiry of
// a set.
absl::Status check(const detail::OpRequest& request, std::int64_t unix_seconds);

// The argument of the call, for a request that was checked.
void encode(std::string& out, const detail::OpRequest& request, std::int64_t unix_seconds);

// Where encode() puts the hash key.
std::size_t hashKeyOffset(detail::OpKind kind);

}  // namespace bridle::internal
