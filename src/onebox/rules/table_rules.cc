#include "onebox/rules/table_rules.h"

#include "absl/strings/match.h"
#include "base/status.h"
#include "onebox/integer_text.h"
#include "onebox/rules/env_keys.h"

namespace bridle::internal::onebox {
namespace {

std::optional<std::string_view> valueOf(const Envs& envs, std::string_view key) {
  const auto env = envs.find(std::string(key));
  if (env == envs.end()) return std::nullopt;
  return env->second;
}

template <typename Number>
Number numberOf(const Envs& envs, std::string_view key, std::int64_t most, Number otherwise) {
  const auto number = integerOf(std::string(valueOf(envs, key).value_or("")));
  return number && *number >= 0 && *number <= most ? static_cast<Number>(*number) : otherwise;
}

std::optional<ThrottleRule> throttleOf(const Envs& envs, std::string_view key) {
  const std::optional<std::string_view> value = valueOf(envs, key);
  if (!value) return std::nullopt;
  const absl::StatusOr<ThrottleRule> rule = ThrottleRule::parse(*value);
  return rule.ok() ? std::optional(*rule) : std::nullopt;
}

}  // namespace

std::optional<bool> parseBoolean(std::string_view value) {
  if (absl::EqualsIgnoreCase(toAbsl(value), "true")) return true;
  if (absl::EqualsIgnoreCase(toAbsl(value), "false")) return false;
  return std::nullopt;
}

TableRules TableRules::of(const Envs& envs) {
  TableRules rules;
  rules.default_ttl = numberOf(envs, env_keys::kDefaultTtl, INT32_MAX, rules.default_ttl);
  rules.validate_partition_hash =
      parseBoolean(valueOf(envs, env_keys::kValidateHash).value_or("")).value_or(false);
  rules.iteration_time_ms =
      numberOf(envs, env_keys::kIterationTime, INT64_MAX, rules.iteration_time_ms);
  rules.deny = DenyRule::parse(valueOf(envs, env_keys::kDenyClientRequest).value_or(""))
                   .value_or(DenyRule());
  rules.read_throttling = throttleOf(envs, env_keys::kReadThrottling);
  rules.backup_request_throttling = throttleOf(envs, env_keys::kBackupRequestThrottling);
  rules.write_throttling = throttleOf(envs, env_keys::kWriteThrottling);
  rules.write_throttling_by_size = throttleOf(envs, env_keys::kWriteThrottlingBySize);
  rules.read_bytes_per_second =
      parseByteRate(valueOf(envs, env_keys::kReadThrottlingBySize).value_or("")).value_or(0);
  return rules;
}

}  // namespace bridle::internal::onebox
