#pragma once

#include "io/asio_reactor.h"
#include "io/link.h"
#include "io/name_lookup.h"

namespace bridle::internal {

// TCP and the system's resolver, on the loop of an AsioReactor. Links and ports must be gone before
// it is.
class AsioNetwork final : public Network {
 public:
  explicit AsioNetwork(AsioReactor& reactor) : reactor_(reactor), lookups_(reactor) {}

  Reactor& reactor() override { return reactor_; }
  std::unique_ptr<Link> dial(const Endpoint& to, LinkUser& user) override;
  absl::StatusOr<std::unique_ptr<ListeningPort>> listen(const Endpoint& at,
                                                        LinkListener& listener) override;
  void resolve(const HostPort& name, std::weak_ptr<void> owner, Resolved done) override;

 private:
  AsioReactor& reactor_;
  NameLookups lookups_;
};

}  // namespace bridle::internal
