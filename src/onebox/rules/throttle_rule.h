#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "absl/status/statusor.h"
#include "base/time.h"

namespace bridle::internal::onebox {

// One throttling of a table, "<rate>*delay*<ms>", "<rate>*reject*<ms>" or both behind a comma. The
// rates are per second and for the whole table, split evenly over its partitions.
struct ThrottleRule {
  struct Limit {
    std::int64_t rate = 0;  // in requests, or in bytes
    Duration wait{};

    std::int64_t ofPartition(int partitions) const { return rate / partitions + 1; }
  };
  std::optional<Limit> delay;
  std::optional<Limit> reject;

  // InvalidArgument with the server's own words.
  static absl::StatusOr<ThrottleRule> parse(std::string_view text);
};

// The rate of `replica.read_throttling_by_size`, which has a form of its own: "20000" or "20K"; the
// rate of a "reject" part is taken as well. 0: there is no throttling.
absl::StatusOr<std::int64_t> parseByteRate(std::string_view text);

}  // namespace bridle::internal::onebox
