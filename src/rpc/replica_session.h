#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/endpoint.h"
#include "base/time.h"
#include "io/link.h"
#include "io/reactor.h"
#include "rpc/backoff.h"
#include "rpc/pending_table.h"
#include "rpc/reply_user.h"
#include "rpc/session_stats.h"
#include "rpc/silence.h"
#include "wire/frame.h"
#include "wire/framer.h"

namespace bridle::internal {

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
// turn. A peer that is silent for too long, or sends what is no reply, loses the connection. Loop
// thread only.
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

  // Best effort, for what is never answered: it is dropped unless there is a connection.
  void tell(const Outgoing& request);

  // The owner has no more interest: its slot is free at once. A frame that still waits for the
  // connection is not sent any more. Returns whether the request could have left this process, or
  // still may.
  Delivery forget(Ticket ticket);

  // Closes the connection, if there is one. Allowed inside onReply and onLost. All requests have
  // been forgotten by now, and nobody sends any more.
  void close();

  void connect();  // warm-up; no effect unless idle, or in back-off
  bool ready() const { return state_ == State::kReady; }  // connected now
  bool canSend() const;  // connected, or a send would start or join a dial
  std::size_t outstanding() const { return pending_.size(); }
  const Endpoint& peer() const { return peer_; }

 private:
  enum class State : std::uint8_t { kIdle, kConnecting, kReady };

  void onLinkOpen() override;
  void onLinkBytes(std::span<const char> bytes) override;
  void onLinkDrained() override;
  void onLinkClosed(const absl::Status& why) override;
  void onTurnEnd() override;
  void onConnectTimer(TimePoint now);
  void onSilenceTimer(TimePoint now);

  absl::Status checkSend(const Outgoing& request) const;
  void append(std::string& out, const Outgoing& request, Ticket ticket) const;
  void dial();
  absl::Status onFrame(std::string_view frame);
  void watchSilence();
  void breakLink(absl::Status why);
  Delivery deliveryOf(std::uint64_t order) const;

  Network& network_;
  Reactor& reactor_;
  const Endpoint peer_;
  const SessionOptions options_;
  SessionStats& stats_;

  State state_ = State::kIdle;
  std::unique_ptr<Link> link_;
  std::optional<wire::Framer> framer_;
  bool heard_ = false;    // this connection has brought good bytes
  bool writing_ = false;  // a write is under way
  Backoff backoff_;
  absl::Status last_failure_;

  PendingTable pending_;
  std::map<std::uint64_t, std::string> parked_;  // frames that wait for the connection, by order
  std::size_t parked_bytes_ = 0;
  std::string out_;                // frames for the next write
  std::uint64_t written_end_ = 0;  // requests of a lower order were handed to a link

  Silence silence_;
  MemberTimer<&ReplicaSession::onConnectTimer> connect_timer_{*this};
  MemberTimer<&ReplicaSession::onSilenceTimer> silence_timer_{*this};
};

}  // namespace bridle::internal
