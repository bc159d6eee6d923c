#include "base/utf8.h"

#include <bit>
#include <cstdint>

namespace bridle::internal {
namespace {

// Bytes of the code point that `text` begins with; 0 if it is cut off, overlong, a surrogate or too
// large.
std::size_t codePointLength(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return 1;
  const auto length = static_cast<std::size_t>(std::countl_one(lead));
  if (length < 2 || length > 4 || length > text.size()) return 0;
  std::uint32_t code = lead & (0x7fU >> length);
  for (const char c : text.substr(1, length - 1)) {
    const auto next = static_cast<unsigned char>(c);
    if ((next & 0xc0) != 0x80) return 0;
    code = code << 6 | (next & 0x3fU);
  }
  constexpr std::uint32_t kLeast[] = {0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  return code < kLeast[length - 2] || surrogate || code > 0x10ffff ? 0 : length;
}

}  // namespace

std::size_t validUtf8Prefix(std::string_view text) {
  std::size_t valid = 0;
  while (valid < text.size()) {
    const std::size_t length = codePointLength(text.substr(valid));
    if (length == 0) break;
    valid += length;
  }
  return valid;
}

}  // namespace bridle::internal
