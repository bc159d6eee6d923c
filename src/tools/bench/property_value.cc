#include "tools/bench/property_value.h"

#include <algorithm>
#include <charconv>

#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "base/status.h"
#include "tools/bench/duration_text.h"

namespace bridle::internal::bench {
namespace {

template <typename Number>
std::optional<Number> parseAll(std::string_view text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && at == end ? std::optional(number) : std::nullopt;
}

bool isChoice(std::string_view choices, std::string_view value) {
  for (const absl::string_view choice : absl::StrSplit(toAbsl(choices), '|')) {
    if (toStd(choice) == value) return true;
  }
  return false;
}

bool inRange(const PropertyInfo& info, std::optional<double> value) {
  return value && info.range.contains(*value);
}

}  // namespace

std::optional<std::int64_t> parseWhole(std::string_view text) {
  return parseAll<std::int64_t>(text);
}

std::optional<double> parseNumber(std::string_view text) {
  return parseAll<double>(text);
}

std::optional<bool> parseFlag(std::string_view text) {
  if (absl::EqualsIgnoreCase(toAbsl(text), "true")) return true;
  if (absl::EqualsIgnoreCase(toAbsl(text), "false")) return false;
  return std::nullopt;
}

std::optional<std::vector<double>> parsePercents(std::string_view text) {
  std::vector<double> percents;
  for (const absl::string_view piece : absl::StrSplit(toAbsl(text), ',')) {
    const std::optional<double> percent = parseNumber(toStd(absl::StripAsciiWhitespace(piece)));
    if (!percent || !(*percent > 0 && *percent <= 100)) return std::nullopt;
    percents.push_back(*percent);
  }
  return percents;
}

bool isValid(const PropertyInfo& info, std::string_view value) {
  switch (info.kind) {
    case PropertyKind::kWhole:
      return inRange(info, parseWhole(value));
    case PropertyKind::kNumber:
      return inRange(info, parseNumber(value));
    case PropertyKind::kFlag:
      return parseFlag(value).has_value();
    case PropertyKind::kChoice:
      return isChoice(info.choices, value);
    case PropertyKind::kDuration:
      return parseDuration(value).has_value();
    case PropertyKind::kPercents:
      return parsePercents(value).has_value();
    case PropertyKind::kText:
      return true;
  }
  return false;
}

std::string describeAllowed(const PropertyInfo& info) {
  switch (info.kind) {
    case PropertyKind::kWhole:
      return "a whole number, " + info.range.describe();
    case PropertyKind::kNumber:
      return "a number, " + info.range.describe();
    case PropertyKind::kFlag:
      return "true or false";
    case PropertyKind::kChoice:
      return absl::StrReplaceAll(toAbsl(info.choices), {{"|", ", "}});
    case PropertyKind::kDuration:
      return "seconds, or a number with the unit us, ms, s, m or h; at most ten years";
    case PropertyKind::kPercents:
      return "numbers above 0, at most 100, with commas between";
    case PropertyKind::kText:
      return "any text";
  }
  return "";
}

bool isSameValue(const PropertyInfo& info, std::string_view a, std::string_view b) {
  const bool numeric = info.kind == PropertyKind::kWhole || info.kind == PropertyKind::kNumber;
  if (numeric && parseNumber(a)) return parseNumber(a) == parseNumber(b);
  if (info.kind == PropertyKind::kFlag && parseFlag(a)) return parseFlag(a) == parseFlag(b);
  return a == b;
}

}  // namespace bridle::internal::bench
