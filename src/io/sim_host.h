#pragma once

#include <cstdint>
#include <memory>

#include "io/link.h"
#include "io/sim_network.h"

namespace bridle::internal {

// A simulated network as one of its hosts sees it.
class SimHost final : public Network {
 public:
  SimHost(SimNetwork& network, std::uint32_t ipv4) : network_(network), ipv4_(ipv4) {}

  Reactor& reactor() override { return network_.reactor(); }
  std::unique_ptr<Link> dial(const Endpoint& to, LinkUser& user) override;
  absl::StatusOr<std::unique_ptr<ListeningPort>> listen(const Endpoint& at,
                                                        LinkListener& listener) override;
  void resolve(const HostPort& name, std::weak_ptr<void> owner, Resolved done) override;

 private:
  SimNetwork& network_;
  const std::uint32_t ipv4_;
  std::uint16_t next_port_ = 61'000;
};

class SimPort final : public ListeningPort {
 public:
  SimPort(SimNetwork& network, const Endpoint& local, LinkListener& listener);
  ~SimPort() override;

  Endpoint local() const override { return local_; }
  LinkListener& listener() { return listener_; }

 private:
  SimNetwork& network_;
  const Endpoint local_;
  LinkListener& listener_;
};

}  // namespace bridle::internal
