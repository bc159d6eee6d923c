#include "table/partition_sessions.h"

namespace bridle::internal {
namespace {

PartitionSessions openSessions(const PartitionRoute& route, SessionMap& sessions,
                               bool secondaries_too) {
  PartitionSessions result;
  if (route.primary.valid()) {
    result.primary = &sessions.at(route.primary);
    result.primary->connect();
  }
  if (!secondaries_too) return result;
  for (const Endpoint& secondary : route.secondaries) {
    result.secondaries.push_back(&sessions.at(secondary));
    result.secondaries.back()->connect();
  }
  return result;
}

}  // namespace

std::vector<PartitionSessions> openSessions(const RoutingTable& routes, SessionMap& sessions,
                                            bool secondaries_too) {
  std::vector<PartitionSessions> result;
  result.reserve(static_cast<std::size_t>(routes.partitionCount()));
  for (std::int32_t i = 0; i < routes.partitionCount(); ++i) {
    result.push_back(openSessions(routes.at(i), sessions, secondaries_too));
  }
  return result;
}

}  // namespace bridle::internal
