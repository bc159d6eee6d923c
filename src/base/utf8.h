#pragma once

#include <cstddef>
#include <string_view>

namespace bridle::internal {

// How many of the first bytes are well-formed UTF-8; text.size() if all are.
std::size_t validUtf8Prefix(std::string_view text);

}  // namespace bridle::internal
