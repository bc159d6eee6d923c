#pragma once

#include <memory>

#include "io/asio_reactor.h"
#include "io/link.h"

namespace bridle::internal {

// Name lookups of one network, each in a thread of its own that nobody waits for: the system's
// resolver cannot be interrupted, and takes up to half a minute when the name server is away.
// Closing a client must not.
class NameLookups {
 public:
  explicit NameLookups(AsioReactor& reactor);
  ~NameLookups();  // answers that come later are dropped

  void start(const HostPort& name, std::weak_ptr<void> owner, Network::Resolved done);

 private:
  class Desk;
  const std::shared_ptr<Desk> desk_;
};

}  // namespace bridle::internal
