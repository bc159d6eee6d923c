#pragma once

#include <cstdint>

#include "onebox/data/throttling.h"
#include "onebox/server/service.h"
#include "onebox/table.h"

namespace bridle::internal::onebox {

// The replica that a data call is for.
struct Replica {
  const Table& table;
  const Partition& partition;
  Role role;  // of this server
};

// The checks of a replica server before it executes a data call, in the order of the production
// server.
class Admission {
 public:
  // False if `answer` says already what becomes of the request. `now` is in Unix seconds.
  bool admits(Rpc rpc, const Replica& replica, const Incoming& request, std::int64_t now,
              Answer& answer);

  Throttling& throttling() { return throttling_; }

 private:
  bool admitsRead(const Replica& replica, const Incoming& request, std::int64_t now,
                  Answer& answer);
  bool admitsWrite(const Replica& replica, const Incoming& request, std::int64_t now,
                   Answer& answer);

  Throttling throttling_;
};

}  // namespace bridle::internal::onebox
