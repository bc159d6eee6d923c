#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/endpoint.h"
#include "io/reactor.h"

namespace bridle::internal {

// What a link tells its user. No method is called from inside a call to the link, and none after
// the link was destroyed. The link may be destroyed from within any of them.
class LinkUser {
 public:
  virtual void onLinkOpen() = 0;                              // a dialled link is connected
  virtual void onLinkBytes(std::span<const char> bytes) = 0;  // valid during the call only
  virtual void onLinkDrained() = 0;  // the last write has been handed to the peer's side
  virtual void onLinkClosed(
      const absl::Status& why) = 0;  // once: refused, reset or closed by the peer

 protected:
  ~LinkUser() = default;
};

// Seam 2: a byte stream to one endpoint. Destroying it closes it.
class Link {
 public:
  virtual ~Link() = default;

  // Starts one write of all of `bytes` and swaps an empty buffer into it, whose capacity is that of
  // an earlier write, so that steady traffic allocates nothing. At most one write is under way:
  // wait for onLinkDrained, and on a dialled link for onLinkOpen first. Without effect once closed.
  virtual void write(std::string& bytes) = 0;

  virtual Endpoint peer() const = 0;
};

// A listening socket's user. Each accepted link is idle until accept() is given its user.
class LinkListener {
 public:
  virtual LinkUser* onAccept(std::unique_ptr<Link> link) = 0;  // null: the link is closed

  // Those who connect wait for the next try, after limits::kAcceptPause.
  virtual void onAcceptFailed(std::string_view /*reason*/) {}

 protected:
  ~LinkListener() = default;
};

// Destroying it stops listening; accepted links live on.
class ListeningPort {
 public:
  virtual ~ListeningPort() = default;
  virtual Endpoint local() const = 0;  // with the port that was picked, if 0 was asked for
};

// Makes links. The same thread rule as for Reactor.
class Network {
 public:
  virtual ~Network() = default;

  virtual Reactor& reactor() = 0;

  // Never fails at once: a refused connection is told by onLinkClosed. There is no time-out here,
  // the user of the link has one.
  virtual std::unique_ptr<Link> dial(const Endpoint& to, LinkUser& user) = 0;

  // Unavailable with address and reason ("address in use"), if the port cannot be had.
  virtual absl::StatusOr<std::unique_ptr<ListeningPort>> listen(const Endpoint& at,
                                                                LinkListener& listener) = 0;

  // All IPv4 addresses of a host name, never blocking the loop. `done` runs on the loop, not inside
  // resolve(); it is not called after `owner` has expired.
  using Resolved = std::function<void(absl::StatusOr<std::vector<Endpoint>>)>;
  virtual void resolve(const HostPort& name, std::weak_ptr<void> owner, Resolved done) = 0;
};

}  // namespace bridle::internal
