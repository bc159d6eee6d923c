#pragma once

#include <cstdint>
#include <string_view>

#include "base/pegasus_time.h"
#include "base/time.h"
#include "bridle/onebox.h"
#include "onebox/data/scan_contexts.h"
#include "onebox/table.h"
#include "wire/errors.h"
#include "wire/frame.h"

namespace bridle::internal::onebox {

// A data call that has passed all checks of its replica.
struct DataCall {
  const wire::RequestHeader& header;
  const Table& table;
  Partition& partition;
  const OneboxReadLimits& limits;
  ScanContexts& scans;           // of the server
  int server;                    // whose copy is read
  std::string_view server_name;  // as replies give it
  TimePoint time;
  ExpireTs now;

  const Store& records() const { return partition.copyAt(server); }
};

template <typename Response>
Response responseTo(const DataCall& call, wire::StorageStatus status = wire::StorageStatus::kOk) {
  Response response;
  response.error = static_cast<std::int32_t>(status);
  response.app_id = call.header.app_id;
  response.partition_index = call.header.partition_index;
  response.server = call.server_name;
  return response;
}

// The production server aborts on keys for which these are false.
bool isRawKey(std::string_view key);
bool isHashKey(std::string_view key);

// The expiry of a record that is written, with the table's default for one that has none.
ExpireTs expiryOf(const DataCall& call, std::int32_t expire_ts_seconds);

}  // namespace bridle::internal::onebox
