#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "absl/status/status.h"
#include "route/routing_table.h"

namespace bridle::internal {

// What a meta server's answer to the question for a table's partitions comes to.
struct ConfigAnswer {
  std::shared_ptr<const RoutingTable> routes;  // null: `why` tells the reason
  absl::Status why;                            // with the facts that errorInfo() reads
  bool passing = false;                        // the reason may vanish within moments, by itself
};

// `servers` are the meta servers, for the text. `version` is given to the routes.
ConfigAnswer readConfigAnswer(std::string_view result, std::string_view table,
                              std::string_view servers, std::uint64_t version);

}  // namespace bridle::internal
