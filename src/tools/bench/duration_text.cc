#include "tools/bench/duration_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "base/status.h"

namespace bridle::internal::bench {
namespace {

constexpr double kMostSeconds = 10 * 365.25 * 24 * 3600;

std::optional<double> secondsIn(std::string_view unit) {
  if (unit.empty() || unit == "s") return 1;
  if (unit == "us") return 1e-6;
  if (unit == "ms") return 1e-3;
  if (unit == "m" || unit == "min") return 60;
  if (unit == "h") return 3600;
  return std::nullopt;
}

struct WordUnit {
  std::string_view name;
  std::int64_t seconds;
};
constexpr std::array<WordUnit, 4> kWords{
    {{"day", 86400}, {"hour", 3600}, {"minute", 60}, {"second", 1}}};

std::string counted(std::int64_t count, std::string_view name) {
  return text(count, " ", name, count == 1 ? "" : "s");
}

}  // namespace

std::optional<Duration> parseDuration(std::string_view text) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [unit, error] = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  if (error != std::errc()) return std::nullopt;
  const std::optional<double> scale = secondsIn({unit, static_cast<std::size_t>(end - unit)});
  if (!scale || !(number >= 0 && number * *scale <= kMostSeconds)) return std::nullopt;
  return Duration(std::llround(number * *scale * 1e9));
}

std::string durationWords(Duration duration) {
  std::int64_t left = std::chrono::ceil<std::chrono::seconds>(duration).count();
  std::size_t unit = 0;
  while (unit + 1 < kWords.size() && left < kWords[unit].seconds) ++unit;
  std::string words = counted(left / kWords[unit].seconds, kWords[unit].name);
  left %= kWords[unit].seconds;
  if (unit + 1 == kWords.size()) return words;
  const std::int64_t rest = left / kWords[unit + 1].seconds;
  return rest == 0 ? words : text(words, " ", counted(rest, kWords[unit + 1].name));
}

}  // namespace bridle::internal::bench
