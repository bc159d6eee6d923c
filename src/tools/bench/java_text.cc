#include "tools/bench/java_text.h"

#include <charconv>
#include <cmath>
#include <string_view>

namespace bridle::internal::bench {
namespace {

// "d.ddde-xx" with the fewest digits, but no fewer than two: Java takes the better of the two-digit
// numbers where one digit would do.
std::string_view scientific(double value, char (&buffer)[32]) {
  char* end =
      std::to_chars(buffer, buffer + sizeof(buffer), value, std::chars_format::scientific).ptr;
  if (buffer[1] != '.') {
    end =
        std::to_chars(buffer, buffer + sizeof(buffer), value, std::chars_format::scientific, 1).ptr;
  }
  return {buffer, static_cast<std::size_t>(end - buffer)};
}

std::string positive(double value) {
  char buffer[32];
  const std::string_view digits = scientific(value, buffer);
  const std::size_t e = digits.find('e');
  if (value < 1e-3 || value >= 1e7) {
    int exponent = 0;
    const std::size_t first = digits[e + 1] == '+' ? e + 2 : e + 1;
    std::from_chars(digits.data() + first, digits.data() + digits.size(), exponent);
    return std::string(digits.substr(0, e)) + "E" + std::to_string(exponent);
  }
  char* const end =
      std::to_chars(buffer, buffer + sizeof(buffer), value, std::chars_format::fixed).ptr;
  std::string plain(buffer, end);
  if (plain.find('.') == plain.npos) plain += ".0";
  return plain;
}

}  // namespace

std::string javaDouble(double value) {
  if (std::isnan(value)) return "NaN";
  const std::string sign = std::signbit(value) ? "-" : "";
  if (std::isinf(value)) return sign + "Infinity";
  if (value == 0) return sign + "0.0";
  return sign + positive(std::fabs(value));
}

}  // namespace bridle::internal::bench
