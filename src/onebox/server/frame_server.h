#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "io/link.h"
#include "onebox/server/connection.h"

namespace bridle::internal::onebox {

// Who answers the requests of a FrameServer. The views are valid during the call.
class FrameUser {
 public:
  virtual void onRequest(const Incoming& request, std::string_view frame, Connection& from) = 0;
  virtual void onAcceptFailed(std::string_view reason) = 0;

 protected:
  ~FrameUser() = default;
};

// One listening port and the connections to it.
class FrameServer final : private LinkListener, private TurnEnd {
 public:
  FrameServer(Network& network, FrameUser& user) : network_(network), user_(user) {}
  ~FrameServer() { stop(); }

  absl::Status listen(const Endpoint& at);
  Endpoint local() const { return port_->local(); }  // while it listens
  bool listening() const { return port_ != nullptr; }

  // Closes the port and all connections. Not to be called from inside a request.
  void stop();

  Connection* find(std::uint64_t id);  // null if that connection is gone
  std::size_t connections() const { return connections_.size(); }

 private:
  friend class Connection;

  LinkUser* onAccept(std::unique_ptr<Link> link) override;
  void onAcceptFailed(std::string_view reason) override { user_.onAcceptFailed(reason); }
  void onTurnEnd() override;
  void touch(Connection& connection);

  Network& network_;
  FrameUser& user_;
  std::unique_ptr<ListeningPort> port_;
  std::map<std::uint64_t, std::unique_ptr<Connection>> connections_;  // closed in this order
  std::vector<Connection*> touched_;  // have something to write, or are closed
  std::uint64_t last_id_ = 0;
};

}  // namespace bridle::internal::onebox
