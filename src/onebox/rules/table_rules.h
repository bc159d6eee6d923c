#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/pegasus_time.h"
#include "onebox/rules/deny_rule.h"
#include "onebox/rules/throttle_rule.h"

namespace bridle::internal::onebox {

using Envs = std::map<std::string, std::string>;

// nullopt if it is none.
std::optional<bool> parseBoolean(std::string_view value);

// The envs of a table that change what its replicas do. Values that are ill-formed count as absent,
// since servers store whatever they are given at creation.
struct TableRules {
  ExpireTs default_ttl = 0;                  // seconds, for writes without a TTL; 0: none
  bool validate_partition_hash = false;      // refuse requests whose hash belongs elsewhere
  std::uint64_t iteration_time_ms = 30'000;  // how long one read may walk over records; 0: any time
  DenyRule deny;
  std::optional<ThrottleRule> read_throttling;  // of reads without the backup flag
  std::optional<ThrottleRule> backup_request_throttling;
  std::optional<ThrottleRule> write_throttling;
  std::optional<ThrottleRule> write_throttling_by_size;
  std::int64_t read_bytes_per_second = 0;  // of the whole table; 0: any number

  static TableRules of(const Envs& envs);
};

}  // namespace bridle::internal::onebox
