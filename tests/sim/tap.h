#pragma once

#include <cstdint>
#include <memory>

#include "io/link.h"
#include "wire/frame.h"

namespace bridle::internal::sim {

// Told what a client sends and receives, at the moment it happens on the client's side.
class TapUser {
 public:
  struct Connection {
    std::uint64_t id;  // counts the dials
    Endpoint server;
  };

  virtual void onRequest(const Connection& connection, const wire::Request& request) = 0;
  virtual void onReply(const Connection& connection, const wire::Reply& reply) = 0;
  virtual void onReplyTaken() = 0;  // the client has dealt with the replies told before
  virtual void onEnd(const Connection& connection) = 0;  // it broke, or the client closed it

 protected:
  ~TapUser() = default;
};

// A network that lets somebody listen to what the user of another one says and hears.
class TapNetwork final : public Network {
 public:
  TapNetwork(Network& network, TapUser& user) : network_(network), user_(user) {}

  Reactor& reactor() override { return network_.reactor(); }
  std::unique_ptr<Link> dial(const Endpoint& to, LinkUser& user) override;
  absl::StatusOr<std::unique_ptr<ListeningPort>> listen(const Endpoint& at,
                                                        LinkListener& listener) override {
    return network_.listen(at, listener);
  }
  void resolve(const HostPort& name, std::weak_ptr<void> owner, Resolved done) override {
    network_.resolve(name, std::move(owner), std::move(done));
  }

 private:
  Network& network_;
  TapUser& user_;
  std::uint64_t dials_ = 0;
};

}  // namespace bridle::internal::sim
