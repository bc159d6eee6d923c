#pragma once

#include <string_view>

// The envs of a table that a onebox acts upon.
namespace bridle::internal::onebox::env_keys {

inline constexpr std::string_view kDefaultTtl = "default_ttl";
inline constexpr std::string_view kDenyClientRequest = "replica.deny_client_request";
inline constexpr std::string_view kReadThrottling = "replica.read_throttling";
inline constexpr std::string_view kReadThrottlingBySize = "replica.read_throttling_by_size";
inline constexpr std::string_view kWriteThrottling = "replica.write_throttling";
inline constexpr std::string_view kWriteThrottlingBySize = "replica.write_throttling_by_size";
inline constexpr std::string_view kBackupRequestThrottling = "replica.backup_request_throttling";
inline constexpr std::string_view kIterationTime = "replica.rocksdb_iteration_threshold_time_ms";
inline constexpr std::string_view kValidateHash = "replica.split.validate_partition_hash";

inline constexpr std::string_view kCompactDisabled = "manual_compact.disabled";
inline constexpr std::string_view kCompactMaxRunning =
    "manual_compact.max_concurrent_running_count";
inline constexpr std::string_view kCompactTriggerTime = "manual_compact.once.trigger_time";
inline constexpr std::string_view kCompactTargetLevel = "manual_compact.once.target_level";
inline constexpr std::string_view kCompactBottommost =
    "manual_compact.once.bottommost_level_compaction";

}  // namespace bridle::internal::onebox::env_keys
