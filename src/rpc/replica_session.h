#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/endpoint.h"
#include "base/time.h"
#include "io/link.h"
#include "io/reactor.h"
#include "rpc/session_stats.h"
#include "wire/frame.h"

namespace bridle::internal {

// Could a request whose session broke have reached the server?
enum class Delivery : std::uint8_t { kNotSent, kMaybeSent };

// The owner of one outstanding request. Exactly one of the two is called, unless the request is
// forgotten first. Neither is called from inside send(). Both may send again, on this session too.
class ReplyUser {
 public:
  // `reply` is valid during the call. Any framework error name counts as a reply.
  virtual void onReply(const wire::Reply& reply) = 0;
  // The connection could not be made, broke or was reset; `why` names the server and the reason.
  virtual void onLost(Delivery delivery, const absl::Status& why) = 0;

 protected:
  ~ReplyUser() = default;
};

// Names one outstanding request of one session: slot and generation in one number, which is also
// the sequence id on the wire. A late reply finds another generation and is only counted.
enum class Ticket : std::int32_t {};

struct Outgoing {
  wire::RequestHeader header;
  std::string_view rpc;
  std::string_view args;  // copied by send()
};

struct SessionOptions {
  Duration connect_timeout;
  Duration reset_after;  // silence with requests outstanding
  std::uint64_t seed;    // jitter of reconnecting
  wire::HeaderVersion header = wire::HeaderVersion::kV1;
};

// One peer, one connection, many requests. Connects on the first send or on connect(), and again by
// itself on the next send after it broke, but not sooner than the back-off after failed dials
// allows (until then sends fail at once as not sent). One write per loop turn for all frames of the
// turn. Loop thread only.
class ReplicaSession final : private LinkUser, private TurnEnd {
 public:
  ReplicaSession(Network& network, Endpoint peer, const SessionOptions& options,
                 SessionStats& stats);
  ~ReplicaSession();  // outstanding requests are dropped without a call: their owners have ended or
                      // forgotten them

  // Unavailable: not connected and in back-off. ResourceExhausted: limits::kMaxInFlightPerSession
  // or kMaxQueuedBytesPerSession reached. In both cases nothing was sent and `user` will not be
  // called.
  absl::StatusOr<Ticket> send(const Outgoing& request, ReplyUser& user);

  // The owner has no more interest: its slot is free at once. A frame that still waits for the
  // connection is not sent any more. Returns whether the request could have left this process.
  Delivery forget(Ticket ticket);

  void connect();        // warm-up; no effect unless idle
  bool ready() const;    // connected now
  bool canSend() const;  // connected, or a send would start or join a dial
  std::size_t outstanding() const;
  const Endpoint& peer() const;
};

}  // namespace bridle::internal
