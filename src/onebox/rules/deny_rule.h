#pragma once

#include <cstdint>
#include <string_view>

#include "absl/status/statusor.h"

namespace bridle::internal::onebox {

// What a table does not take from clients: `timeout|reconfig` `*` `all|read|write`.
struct DenyRule {
  enum class Mode : std::uint8_t { kOff, kTimeout, kReconfig };

  Mode mode = Mode::kOff;  // kTimeout: no reply. kReconfig: as if the replica had moved
  bool reads = false;
  bool writes = false;

  // InvalidArgument with the server's own words.
  static absl::StatusOr<DenyRule> parse(std::string_view text);
};

}  // namespace bridle::internal::onebox
