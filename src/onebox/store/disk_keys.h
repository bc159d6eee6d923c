#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "onebox/store/storage.h"

// How a onebox lays out its database: one key space for all, each kind of entry below a letter.
// Numbers are big-endian, so that the order of the keys is that of the numbers.
namespace bridle::internal::onebox::disk {

inline constexpr std::string_view kFormatKey = "f";   // of the layout, in decimal
inline constexpr std::string_view kClusterKey = "c";  // SavedTables::cluster
inline constexpr std::string_view kTablePrefix = "t";

std::string tableKey(int app_id);
std::optional<int> appIdOf(std::string_view table_key);

// A table's partitions stand from this key to that of the next app id.
std::string partitionsKey(int app_id);

// The partition's own entry is its last decree; its records follow, to the key after them.
std::string decreeKey(const PartitionId& partition);
std::string recordPrefix(const PartitionId& partition);
std::string afterRecords(const PartitionId& partition);

std::string decreeValue(std::int64_t decree);
std::int64_t decreeOf(std::string_view value);

// A record: expire_ts, then the value.
std::string recordValue(std::string_view value, ExpireTs expire_ts);
std::string_view valueOf(std::string_view record);
ExpireTs expireTsOf(std::string_view record);

}  // namespace bridle::internal::onebox::disk
