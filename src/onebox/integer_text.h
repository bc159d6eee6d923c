#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace bridle::internal::onebox {

// A text as a number, as the server reads it in values of records and of envs: the whole of it is
// one integer literal of C, decimal, octal or hexadecimal, with white space and a sign before it if
// need be. Empty text is none.
std::optional<std::int64_t> integerOf(const std::string& text);
std::optional<std::uint64_t> unsignedOf(const std::string& text);

}  // namespace bridle::internal::onebox
