#include "onebox/integer_text.h"

#include <cerrno>
#include <cstdlib>

namespace bridle::internal::onebox {
namespace {

template <typename Number>
std::optional<Number> numberIn(const std::string& text,
                               Number (*parse)(const char* text, char** end, int base)) {
  if (text.empty()) return std::nullopt;
  constexpr int kAnyBase = 0;
  char* end = nullptr;
  errno = 0;
  const Number value = parse(text.c_str(), &end, kAnyBase);
  const bool is_whole = end == text.data() + text.size();
  if (errno != 0 || !is_whole) return std::nullopt;
  return value;
}

}  // namespace

std::optional<std::int64_t> integerOf(const std::string& text) {
  return numberIn<long long>(text, std::strtoll);
}

// strtoull() makes positive numbers of negative ones.
std::optional<std::uint64_t> unsignedOf(const std::string& text) {
  const std::optional<std::uint64_t> value = numberIn<unsigned long long>(text, std::strtoull);
  return value > 0U && text.find('-') != text.npos ? std::nullopt : value;
}

}  // namespace bridle::internal::onebox
