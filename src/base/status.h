#pragma once

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace bridle::internal {

// Debian's Abseil has a string_view of its own: this is the one place where ours becomes theirs.
inline absl::string_view toAbsl(std::string_view text) {
  return {text.data(), text.size()};
}
inline std::string_view toStd(absl::string_view text) {
  return {text.data(), text.size()};
}

namespace status_text {
inline absl::AlphaNum piece(std::string_view text) {
  return absl::AlphaNum(toAbsl(text));
}
inline absl::AlphaNum piece(const std::string& text) {
  return absl::AlphaNum(text);
}
inline absl::AlphaNum piece(const char* text) {
  return absl::AlphaNum(text);
}
template <typename Number>
absl::AlphaNum piece(Number number) {
  return absl::AlphaNum(number);
}
}  // namespace status_text

// absl::StrCat that takes std::string_view as well.
template <typename... Parts>
std::string text(const Parts&... parts) {
  return absl::StrCat(status_text::piece(parts)...);
}

template <typename... Parts>
absl::Status statusOf(absl::StatusCode code, const Parts&... parts) {
  return absl::Status(code, text(parts...));
}

template <typename... Parts>
absl::Status invalidArgument(const Parts&... parts) {
  return statusOf(absl::StatusCode::kInvalidArgument, parts...);
}

}  // namespace bridle::internal
