#include "onebox/meta/env_checks.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <string>

#include "base/status.h"
#include "onebox/integer_text.h"
#include "onebox/rules/env_keys.h"
#include "onebox/rules/table_rules.h"

namespace bridle::internal::onebox {
namespace {

constexpr std::int64_t kNoMost = std::numeric_limits<std::int64_t>::max();

std::string quoted(std::string_view value, std::string_view should_be) {
  return text("invalid value '", value, "', should be ", should_be);
}

std::string anything(std::string_view) {
  return "";
}

std::string boolean(std::string_view value) {
  return parseBoolean(value) ? "" : quoted(value, "a boolean");
}

template <typename Integer, std::int64_t kLeast, std::int64_t kMost = kNoMost>
std::string integer(std::string_view value) {
  constexpr int kBits = static_cast<int>(sizeof(Integer) * 8);
  using Range = std::numeric_limits<Integer>;
  const std::optional<std::int64_t> number = integerOf(std::string(value));
  if (!number || *number < Range::min() || *number > Range::max()) {
    return quoted(value, text("an ", kBits, " bits integer"));
  }
  if (*number >= kLeast && *number <= kMost) return "";
  return quoted(value, kMost == kNoMost ? text("'>= ", kLeast, "'")
                                        : text("'In range [", kLeast, ", ", kMost, "]'"));
}

// Any level, or one that exists: there is no level 0.
std::string compactLevel(std::string_view value) {
  std::string refusal = integer<std::int64_t, std::numeric_limits<std::int64_t>::min()>(value);
  if (!refusal.empty()) return refusal;
  const std::int64_t level = *integerOf(std::string(value));
  return level == -1 || level >= 1 ? "" : quoted(value, "'-1 or >= 1'");
}

std::string forceOrSkip(std::string_view value) {
  return value == "force" || value == "skip" ? "" : "force | skip";
}

std::string usageScenario(std::string_view value) {
  const bool known = value == "normal" || value == "prefer_write" || value == "bulk_load";
  return known ? "" : "bulk_load | normal | prefer_write";
}

std::string throttling(std::string_view value) {
  return std::string(toStd(ThrottleRule::parse(value).status().message()));
}

std::string byteRate(std::string_view value) {
  return std::string(toStd(parseByteRate(value).status().message()));
}

std::string denial(std::string_view value) {
  return std::string(toStd(DenyRule::parse(value).status().message()));
}

struct Env {
  std::string_view key;
  std::string (*refusal)(std::string_view value);
  bool checked_at_creation = false;
};

constexpr std::int64_t kMebibyte = 1 << 20;

// All that the server knows, also those that change nothing here.
constexpr Env kEnvs[] = {
    {env_keys::kDefaultTtl, integer<std::int32_t, 0>},
    {env_keys::kDenyClientRequest, denial},
    {env_keys::kReadThrottling, throttling},
    {env_keys::kReadThrottlingBySize, byteRate},
    {env_keys::kWriteThrottling, throttling},
    {env_keys::kWriteThrottlingBySize, throttling},
    {env_keys::kBackupRequestThrottling, throttling},
    {env_keys::kIterationTime, integer<std::int64_t, 0>},
    {env_keys::kValidateHash, boolean},
    {env_keys::kCompactDisabled, boolean},
    {env_keys::kCompactMaxRunning, integer<std::int32_t, 0>},
    {env_keys::kCompactTriggerTime, integer<std::int64_t, 0>},
    {env_keys::kCompactTargetLevel, compactLevel},
    {env_keys::kCompactBottommost, forceOrSkip},
    {"manual_compact.periodic.trigger_time", anything},
    {"manual_compact.periodic.target_level", compactLevel},
    {"manual_compact.periodic.bottommost_level_compaction", forceOrSkip},
    {"replica.slow_query_threshold", integer<std::int64_t, 20>},
    {"replica.rocksdb_block_cache_enabled", boolean},
    {"rocksdb.usage_scenario", usageScenario},
    {"rocksdb.checkpoint.reserve_min_count", integer<std::int32_t, 1>},
    {"rocksdb.checkpoint.reserve_time_seconds", integer<std::int32_t, 0>},
    {"rocksdb.allow_ingest_behind", boolean},
    {"rocksdb.write_buffer_size", integer<std::int64_t, 16 * kMebibyte, 512 * kMebibyte>, true},
    {"rocksdb.num_levels", integer<std::int64_t, 1, 10>, true},
    {"user_specified_compaction", anything},
    {"business.info", anything},
    {"replica_access_controller.allowed_users", anything},
    {"replica_access_controller.ranger_policies", anything},
};

const Env* find(std::string_view key) {
  const Env* const found = std::find_if(std::begin(kEnvs), std::end(kEnvs),
                                        [key](const Env& env) { return env.key == key; });
  return found == std::end(kEnvs) ? nullptr : found;
}

}  // namespace

std::string refusalOfEnv(std::string_view key, std::string_view value) {
  const Env* const env = find(key);
  return env == nullptr ? text("app_env '", key, "' is not supported") : env->refusal(value);
}

bool mayBeCreatedWith(const Envs& envs) {
  return std::all_of(envs.begin(), envs.end(), [](const auto& entry) {
    const Env* const env = find(entry.first);
    return env == nullptr || !env->checked_at_creation || env->refusal(entry.second).empty();
  });
}

}  // namespace bridle::internal::onebox
