#pragma once

#include <memory>

#include "io/link.h"
#include "io/sim_network.h"

namespace bridle::internal {

// One name lookup of a simulated network. It reads the table of names when it ends.
class SimLookup {
 public:
  SimLookup(SimNetwork& network, const HostPort& name, std::weak_ptr<void> owner,
            Network::Resolved done);
  ~SimLookup() { network_.reactor().cancel(end_); }

 private:
  void onEnd(TimePoint now);
  absl::StatusOr<std::vector<Endpoint>> answer() const;

  SimNetwork& network_;
  const HostPort name_;
  const std::weak_ptr<void> owner_;
  const Network::Resolved done_;
  MemberTimer<&SimLookup::onEnd> end_{*this};
};

}  // namespace bridle::internal
