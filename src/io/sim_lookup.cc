#include "io/sim_lookup.h"

#include <algorithm>
#include <utility>

#include "io/link_errors.h"

namespace bridle::internal {

SimLookup::SimLookup(SimNetwork& network, const HostPort& name, std::weak_ptr<void> owner,
                     Network::Resolved done)
    : network_(network), name_(name), owner_(std::move(owner)), done_(std::move(done)) {
  SimReactor& reactor = network_.reactor();
  reactor.arm(end_, reactor.now() + network_.resolve_delay_.draw(network_.rng_));
}

void SimLookup::onEnd(TimePoint) {
  const auto place = std::find_if(network_.lookups_.begin(), network_.lookups_.end(),
                                  [this](const auto& lookup) { return lookup.get() == this; });
  const std::unique_ptr<SimLookup> self = std::move(*place);
  network_.lookups_.erase(place);
  if (const std::shared_ptr<void> alive = owner_.lock()) done_(answer());
}

absl::StatusOr<std::vector<Endpoint>> SimLookup::answer() const {
  const absl::StatusOr<Endpoint> literal = parseEndpoint(name_.toString());
  if (literal.ok()) return std::vector{*literal};
  const auto found = network_.names_.find(name_.host);
  if (found == network_.names_.end()) return resolveFailed(name_.host, kUnknownName);
  if (!found->second.ok()) return found->second.status();
  std::vector<Endpoint> endpoints;
  for (const std::uint32_t ipv4 : *found->second) endpoints.push_back({ipv4, name_.port});
  return endpoints;
}

}  // namespace bridle::internal
