#include "onebox/data/integer_text.h"

#include <cerrno>
#include <cstdlib>

namespace bridle::internal::onebox {

std::optional<std::int64_t> integerOf(const std::string& text) {
  if (text.empty()) return std::nullopt;
  constexpr int kAnyBase = 0;
  char* end = nullptr;
  errno = 0;
  const std::int64_t value = std::strtoll(text.c_str(), &end, kAnyBase);
  const bool is_whole = end == text.data() + text.size();
  if (errno != 0 || !is_whole) return std::nullopt;
  return value;
}

}  // namespace bridle::internal::onebox
