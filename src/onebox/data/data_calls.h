#pragma once

#include <string_view>

#include "base/pegasus_time.h"
#include "onebox/server/service.h"
#include "onebox/table.h"

namespace bridle::internal::onebox {

// A data call that has passed all checks of its replica.
struct DataCall {
  const wire::Request& request;
  const TableRules& rules;
  Partition& partition;
  int server;                    // whose copy is read
  std::string_view server_name;  // as replies give it
  ExpireTs now;
};

// Arguments that cannot be decoded close the connection; a raw key that cannot be split is refused
// with the storage status InvalidArgument. (The production server aborts on some of them.)
void serveGet(const DataCall& call, Answer& answer);
void serveTtl(const DataCall& call, Answer& answer);
void servePut(const DataCall& call, Answer& answer);
void serveRemove(const DataCall& call, Answer& answer);

}  // namespace bridle::internal::onebox
