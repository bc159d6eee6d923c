#pragma once

#include <cstdint>
#include <string_view>

#include "bridle/options.h"

namespace bridle::internal {

// What kind of operation a call performs.
struct CallSpec {
  std::string_view name;  // for texts: "get"
  std::string_view rpc;
  bool read = false;
  bool idempotent = false;  // may be executed twice
  bool hedgeable = false;   // may go to a secondary as a backup request; never a write

  // Hedged only where this option of the table is on; null: always.
  bool TableOptions::*hedge_option = nullptr;

  bool hedged(const TableOptions& table) const {
    return hedgeable && (hedge_option == nullptr || table.*hedge_option);
  }
};

}  // namespace bridle::internal
