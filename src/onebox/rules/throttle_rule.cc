#include "onebox/rules/throttle_rule.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "base/status.h"
#include "onebox/integer_text.h"

namespace bridle::internal::onebox {
namespace {

constexpr std::int64_t kKilo = 1024;
constexpr std::int64_t kMega = kKilo * kKilo;
constexpr std::int64_t kMaxRate = std::int64_t{1} << 60;
constexpr std::int64_t kMaxWaitMs = std::int64_t{1} << 40;  // far beyond any use

std::vector<std::string_view> split(std::string_view text, char by) {
  std::vector<std::string_view> parts;
  for (const absl::string_view part : absl::StrSplit(toAbsl(text), by)) {
    parts.push_back(toStd(part));
  }
  return parts;
}

std::optional<std::int64_t> parseUnsigned(std::string_view text, std::int64_t most) {
  const std::optional<std::uint64_t> value = unsignedOf(std::string(text));
  if (!value) return std::nullopt;
  return static_cast<std::int64_t>(std::min(*value, static_cast<std::uint64_t>(most)));
}

absl::Status notUnsigned(std::string_view text) {
  return invalidArgument("'", text, "' should be an unsigned integer");
}

absl::StatusOr<std::int64_t> parseRate(std::string_view text) {
  std::int64_t unit = 1;
  if (text.ends_with('K')) unit = kKilo;
  if (text.ends_with('M')) unit = kMega;
  if (unit > 1) text.remove_suffix(1);
  const std::optional<std::int64_t> count = parseUnsigned(text, kMaxRate / unit);
  if (!count) return notUnsigned(text);
  return *count * unit;
}

absl::Status parsePart(std::string_view part, ThrottleRule& rule) {
  const std::vector<std::string_view> fields = split(part, '*');
  if (fields.size() != 3) {
    return invalidArgument("The field count of '", part, "' separated by '*' must be 3");
  }
  const absl::StatusOr<std::int64_t> rate = parseRate(fields[0]);
  if (!rate.ok()) return rate.status();
  const std::string_view kind = fields[1];
  if (kind != "delay" && kind != "reject") {
    return invalidArgument("'", kind, "' should be 'delay' or 'reject'");
  }
  std::optional<ThrottleRule::Limit>& limit = kind == "delay" ? rule.delay : rule.reject;
  if (limit) return invalidArgument("duplicate '", kind, "' config");
  const std::optional<std::int64_t> wait_ms = parseUnsigned(fields[2], kMaxWaitMs);
  if (!wait_ms) return notUnsigned(fields[2]);
  limit = {.rate = *rate, .wait = std::chrono::milliseconds(*wait_ms)};
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<ThrottleRule> ThrottleRule::parse(std::string_view text) {
  if (text.empty()) return invalidArgument("The value shouldn't be empty");
  ThrottleRule rule;
  for (const std::string_view part : split(text, ',')) {
    absl::Status status = parsePart(part, rule);
    if (!status.ok()) return status;
  }
  return rule;
}

absl::StatusOr<std::int64_t> parseByteRate(std::string_view text) {
  absl::StatusOr<std::int64_t> rate = parseRate(text);
  if (rate.ok()) return rate;
  const absl::StatusOr<ThrottleRule> rule = ThrottleRule::parse(text);
  if (!rule.ok()) return invalidArgument("wrong format, you can set like 20000 or 20K");
  return rule->reject ? rule->reject->rate : 0;
}

}  // namespace bridle::internal::onebox
