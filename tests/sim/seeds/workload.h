#pragma once

#include <boost/asio/cancellation_signal.hpp>
#include <memory>
#include <optional>
#include <vector>

#include "calls.h"
#include "dice.h"
#include "plan.h"
#include "sim/sim_client.h"

namespace bridle::internal::sim {

// An application that calls at random: all operations on all handles and loops, from within
// handlers too, with all kinds of time-outs; some calls it cancels, before or after their end.
class Workload {
 public:
  Workload(const Plan& plan, World& world, std::vector<std::unique_ptr<SimClient>>& clients,
           const std::vector<TablePtr>& tables, Calls& calls);

  void schedule(int count, TimePoint until);
  void startOne();

 private:
  void start(CallRecord& call, double timeout_ms);
  template <typename Request>
  void startAs(CallRecord& call, const Request& request);
  void ended(CallRecord& call, const Outcome& outcome);
  void cancelLater(CallRecord& call);
  std::optional<std::size_t> anyLoop(int client);

  const Plan& plan_;
  World& world_;
  std::vector<std::unique_ptr<SimClient>>& clients_;
  const std::vector<TablePtr>& tables_;  // by handle
  Calls& calls_;
  Dice dice_;
  std::vector<std::unique_ptr<boost::asio::cancellation_signal>> signals_;  // by call
};

}  // namespace bridle::internal::sim
