#include "onebox/store/disk_keys.h"

#include <concepts>

namespace bridle::internal::onebox::disk {
namespace {

constexpr std::size_t kExpireTsBytes = sizeof(ExpireTs);

void append(std::string& out, std::unsigned_integral auto number) {
  for (std::size_t i = sizeof(number); i-- > 0;) {
    out.push_back(static_cast<char>(number >> (8 * i) & 0xff));
  }
}

template <std::unsigned_integral Number>
Number read(std::string_view bytes) {
  Number number = 0;
  for (const char byte : bytes.substr(0, sizeof(Number))) {
    number = static_cast<Number>(number << 8 | static_cast<unsigned char>(byte));
  }
  return number;
}

std::string keyOf(std::string_view letter, int number) {
  std::string key(letter);
  append(key, static_cast<std::uint32_t>(number));
  return key;
}

std::string partitionKey(const PartitionId& partition, char kind) {
  std::string key = partitionsKey(partition.app_id);
  append(key, static_cast<std::uint32_t>(partition.index));
  key.push_back(kind);
  return key;
}

}  // namespace

std::string tableKey(int app_id) {
  return keyOf(kTablePrefix, app_id);
}

std::optional<int> appIdOf(std::string_view table_key) {
  if (!table_key.starts_with(kTablePrefix)) return std::nullopt;
  return static_cast<int>(read<std::uint32_t>(table_key.substr(kTablePrefix.size())));
}

std::string partitionsKey(int app_id) {
  return keyOf("p", app_id);
}

std::string decreeKey(const PartitionId& partition) {
  return partitionKey(partition, 'd');
}

std::string recordPrefix(const PartitionId& partition) {
  return partitionKey(partition, 'r');
}

std::string afterRecords(const PartitionId& partition) {
  return partitionKey(partition, 's');
}

std::string decreeValue(std::int64_t decree) {
  std::string value;
  append(value, static_cast<std::uint64_t>(decree));
  return value;
}

std::int64_t decreeOf(std::string_view value) {
  return static_cast<std::int64_t>(read<std::uint64_t>(value));
}

std::string recordValue(std::string_view value, ExpireTs expire_ts) {
  std::string record;
  record.reserve(kExpireTsBytes + value.size());
  append(record, expire_ts);
  record.append(value);
  return record;
}

std::string_view valueOf(std::string_view record) {
  return record.substr(kExpireTsBytes);
}

ExpireTs expireTsOf(std::string_view record) {
  return read<ExpireTs>(record);
}

}  // namespace bridle::internal::onebox::disk
