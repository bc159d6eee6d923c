// What a call came to on its way, for programs that want to know.
#pragma once

#include <cstdint>
#include <string>

namespace bridle {

// Asked for by CallOptions::info and its like. Filled before the call ends, whatever its outcome,
// so it must live until then; of a call that was refused before anything was sent it is empty. No
// cost where it is not asked for.
struct CallInfo {
  int app_id = 0;            // the table's number in the cluster
  int partition = -1;        // -1: none was asked
  std::int64_t decree = -1;  // of a write: its number in the log of the partition; -1: none told

  // "host:port" of the replica whose reply ended the call; of a call that failed, the last one that
  // was asked.
  std::string server = {};

  int tries = 0;                // requests to primaries, those included that found no connection
  bool hedged = false;          // a backup request was sent
  bool from_secondary = false;  // and its reply won

  bool operator==(const CallInfo&) const = default;
};

}  // namespace bridle
