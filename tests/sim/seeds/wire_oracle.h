#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "calls.h"
#include "report.h"
#include "sim/tap.h"
#include "sim/world.h"

namespace bridle::internal::sim {

// Listens to one client. It finds the call of each request and holds what is sent, and what comes
// of the answers, against the rules: nothing is sent after the end of a call; a backup request is a
// read, sent at most once and only with backup requests on; the header fits to key and deadline; a
// good answer to a request that still counts ends its call, well and at once; a call does not fail
// while an answer may still come.
class WireOracle final : public TapUser {
 public:
  WireOracle(int client, const Plan& plan, World& world, Calls& calls, Report& report)
      : client_(client), plan_(plan), world_(world), calls_(calls), report_(report) {}

  void onCallEnd(const CallRecord& call);  // of this client

 private:
  struct Sent {
    CallRecord* call;
    std::size_t leg;
  };

  void onRequest(const Connection& connection, const wire::Request& request) override;
  void onReply(const Connection& connection, const wire::Reply& reply) override;
  void onReplyTaken() override;
  void onEnd(const Connection& connection) override;

  void checkRequest(const CallRecord& call, const wire::Request& request);
  void checkHeader(const CallRecord& call, const wire::RequestHeader& header);
  bool stillCounts(const CallRecord& call, std::size_t leg) const;
  std::int64_t ballotOf(const CallRecord& call, std::int32_t app_id, std::int32_t index,
                        const Endpoint& server) const;

  const int client_;
  const Plan& plan_;
  World& world_;
  Calls& calls_;
  Report& report_;
  std::map<std::pair<std::uint64_t, std::int32_t>, Sent> sent_;  // by connection and sequence id
  std::vector<CallRecord*> answered_;                            // well, and that was still open
};

}  // namespace bridle::internal::sim
