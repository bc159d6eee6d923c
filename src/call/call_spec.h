#pragma once

#include <cstdint>
#include <string_view>

namespace bridle::internal {

// What kind of operation a call performs.
struct CallSpec {
  std::string_view name;  // for texts: "get"
  std::string_view rpc;
  bool read = false;
  bool idempotent = false;  // may be executed twice
  bool hedgeable = false;   // may go to a secondary as a backup request; never a write
};

}  // namespace bridle::internal
