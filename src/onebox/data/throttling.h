#pragma once

#include <cstdint>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "onebox/server/service.h"
#include "onebox/table.h"

namespace bridle::internal::onebox {

// Holds the traffic of one replica server against the throttling rules of its tables. Each
// partition has its share of a table's rate, anew in each second.
class Throttling {
 public:
  // Of a request of any kind. False if `answer` says already what becomes of it.
  bool admitsRead(const Table& table, const Incoming& request, std::int64_t now, Answer& answer);
  bool admitsWrite(const Table& table, const Incoming& request, std::int64_t now, Answer& answer);

  // By what reads have given in this second. A single one above the share is not counted.
  bool hasReadBytesLeft(const Table& table, const wire::RequestHeader& header, std::int64_t now);
  void countRead(const Table& table, const wire::RequestHeader& header, std::int64_t bytes);

 private:
  struct Traffic {
    std::int64_t reads = 0;
    std::int64_t backup_reads = 0;
    std::int64_t read_bytes = 0;
    std::int64_t writes = 0;
    std::int64_t written_bytes = 0;
  };

  Traffic& trafficOf(const wire::RequestHeader& header, std::int64_t now);

  std::int64_t second_ = 0;
  absl::flat_hash_map<std::pair<int, int>, Traffic> traffic_;  // of this second, by gpid
};

}  // namespace bridle::internal::onebox
