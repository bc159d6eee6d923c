#pragma once

#include <cstdint>
#include <string_view>

#include "base/endpoint.h"
#include "base/time.h"
#include "wire/frame.h"

namespace bridle::internal::onebox {

// One request as it reached a server, before any fault takes effect. The view is valid during the
// call.
struct RequestSeen {
  TimePoint at;
  Endpoint server;
  bool at_meta = false;
  int server_index = 0;  // among the meta servers, or among the replica servers
  std::string_view rpc;
  std::int32_t seq = 0;
  wire::HeaderVersion version = wire::HeaderVersion::kV1;
  wire::RequestHeader header;
};

}  // namespace bridle::internal::onebox
