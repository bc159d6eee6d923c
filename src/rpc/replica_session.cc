#include "rpc/replica_session.h"

#include <utility>

#include "absl/strings/escaping.h"
#include "base/limits.h"
#include "base/status.h"
#include "io/link_errors.h"

namespace bridle::internal {
namespace {

constexpr std::size_t kShownBytes = 16;

// Those of pending requests are not negative.
constexpr Ticket kNobodysTicket{-1};

absl::Status notAReply(const Endpoint& peer, const absl::Status& why, std::string_view bytes) {
  return statusOf(absl::StatusCode::kDataLoss, "connection to ", peer.toString(),
                  " closed: it sent what is no reply of a Pegasus server (", toStd(why.message()),
                  "; first bytes ", absl::BytesToHexString(toAbsl(bytes.substr(0, kShownBytes))),
                  "); check that this address is one of a Pegasus server");
}

template <typename... Parts>
absl::Status tooMuch(const Endpoint& peer, const Parts&... parts) {
  return statusOf(absl::StatusCode::kResourceExhausted, "connection to ", peer.toString(), ": ",
                  parts..., "; send less at a time");
}

}  // namespace

ReplicaSession::ReplicaSession(Network& network, Endpoint peer, const SessionOptions& options,
                               SessionStats& stats)
    : network_(network),
      reactor_(network.reactor()),
      peer_(peer),
      options_(options),
      stats_(stats),
      backoff_(limits::kReconnectFirstDelay, options.seed) {}

ReplicaSession::~ReplicaSession() {
  close();
}

absl::StatusOr<Ticket> ReplicaSession::send(const Outgoing& request, ReplyUser& user) {
  absl::Status allowed = checkSend(request);
  if (!allowed.ok()) return allowed;
  if (state_ == State::kIdle) dial();
  const std::uint64_t order = pending_.nextOrder();
  const Ticket ticket = pending_.add(user);
  if (state_ == State::kReady) {
    append(out_, request, ticket);
    reactor_.atTurnEnd(*this);
    if (pending_.size() == 1) {
      silence_.expectAnswer(reactor_.now());
      watchSilence();
    }
  } else {
    std::string& frame = parked_[order];
    append(frame, request, ticket);
    parked_bytes_ += frame.size();
  }
  return ticket;
}

absl::Status ReplicaSession::checkSend(const Outgoing& request) const {
  if (!canSend()) {
    const auto rest =
        std::chrono::ceil<std::chrono::milliseconds>(backoff_.until() - reactor_.now());
    return statusOf(absl::StatusCode::kUnavailable, toStd(last_failure_.message()),
                    "; it is not tried again for ", rest.count(), " ms");
  }
  if (pending_.full()) {
    return tooMuch(peer_, pending_.size(), " requests are without an answer, the most allowed");
  }
  const std::size_t queued = out_.size() + parked_bytes_;
  if (queued + request.args.size() > limits::kMaxQueuedBytesPerSession) {
    return tooMuch(peer_, "a request of ", request.args.size(), " bytes does not fit behind the ",
                   queued, " that wait already; the limit is ", limits::kMaxQueuedBytesPerSession);
  }
  return absl::OkStatus();
}

void ReplicaSession::append(std::string& out, const Outgoing& request, Ticket ticket) const {
  wire::appendRequest(out, options_.header, request.header, request.rpc,
                      static_cast<std::int32_t>(ticket), request.args);
}

void ReplicaSession::tell(const Outgoing& request) {
  if (!ready() || !checkSend(request).ok()) return;
  append(out_, request, kNobodysTicket);
  reactor_.atTurnEnd(*this);
}

Delivery ReplicaSession::forget(Ticket ticket) {
  const std::optional<PendingTable::Entry> entry = pending_.take(ticket);
  if (!entry.has_value()) return Delivery::kMaybeSent;
  if (const auto parked = parked_.find(entry->order); parked != parked_.end()) {
    parked_bytes_ -= parked->second.size();
    parked_.erase(parked);
  }
  if (state_ == State::kReady && pending_.empty()) silence_.giveUp(reactor_.now());
  return deliveryOf(entry->order);
}

// What is in the out buffer of a ready session will leave, even if nobody waits for it any more.
Delivery ReplicaSession::deliveryOf(std::uint64_t order) const {
  const bool may_leave = state_ == State::kReady || order < written_end_;
  return may_leave ? Delivery::kMaybeSent : Delivery::kNotSent;
}

void ReplicaSession::connect() {
  if (state_ == State::kIdle && canSend()) dial();
}

bool ReplicaSession::canSend() const {
  return state_ != State::kIdle || backoff_.over(reactor_.now());
}

void ReplicaSession::dial() {
  state_ = State::kConnecting;
  heard_ = false;
  framer_.emplace(wire::measureReply, limits::kMaxFrameBytes);
  link_ = network_.dial(peer_, *this);
  reactor_.arm(connect_timer_, saturatingAdd(reactor_.now(), options_.connect_timeout));
}

void ReplicaSession::onLinkOpen() {
  state_ = State::kReady;
  stats_.connects.add();
  reactor_.cancel(connect_timer_);
  for (const auto& [order, frame] : parked_) out_ += frame;
  parked_.clear();
  parked_bytes_ = 0;
  if (out_.empty()) return;
  reactor_.atTurnEnd(*this);
  silence_.expectAnswer(reactor_.now());
  watchSilence();
}

void ReplicaSession::onTurnEnd() {
  if (writing_ || out_.empty()) return;
  writing_ = true;
  written_end_ = pending_.nextOrder();
  link_->write(out_);
}

void ReplicaSession::onLinkDrained() {
  writing_ = false;
  reactor_.atTurnEnd(*this);
}

void ReplicaSession::onLinkBytes(std::span<const char> bytes) {
  std::size_t buffered = framer_->buffered();
  std::size_t next_frame = 0;  // where it begins in `bytes`
  absl::Status bad;
  const absl::Status cut = framer_->feed(bytes, [&](std::string_view frame) {
    next_frame += frame.size() - std::exchange(buffered, 0);
    bad = onFrame(frame);
    return bad.ok() && link_ != nullptr;
  });
  if (link_ == nullptr) return;  // a reply was the reason to close()
  if (!cut.ok()) {
    const std::string_view all(bytes.data(), bytes.size());
    bad = notAReply(peer_, cut, all.substr(next_frame));
  }
  heard_ = bad.ok();
  if (!heard_) return breakLink(bad);
  backoff_.reset();
  silence_.heard(reactor_.now(), !pending_.empty());
}

absl::Status ReplicaSession::onFrame(std::string_view frame) {
  const absl::StatusOr<wire::Reply> reply = wire::decodeReply(frame);
  if (!reply.ok()) return notAReply(peer_, reply.status(), frame);
  const std::optional<PendingTable::Entry> entry = pending_.take(static_cast<Ticket>(reply->seq));
  if (entry.has_value()) {
    entry->user->onReply(*reply);
  } else {
    stats_.late_replies.add();
  }
  return absl::OkStatus();
}

void ReplicaSession::onLinkClosed(const absl::Status& why) {
  breakLink(why);
}

void ReplicaSession::onConnectTimer(TimePoint) {
  breakLink(
      connectFailed(peer_, text("no answer within ", toMillis(options_.connect_timeout), " ms")));
}

// While an answer is owed the timer is armed, but not moved with each byte: when it fires it looks
// whether the time has really come.
void ReplicaSession::watchSilence() {
  const TimePoint end = silence_.lasts(options_.reset_after);
  if (end != kNever && !silence_timer_.armed()) reactor_.arm(silence_timer_, end);
}

void ReplicaSession::onSilenceTimer(TimePoint now) {
  if (silence_.lasts(options_.reset_after) > now) return watchSilence();
  breakLink(connectionLost(
      peer_, text("closed: it has answered nothing for ", toMillis(options_.reset_after), " ms")));
}

// All that is outstanding is told, oldest first. What the users send meanwhile is not: it belongs
// to the next connection.
void ReplicaSession::breakLink(absl::Status why) {
  (state_ == State::kReady ? stats_.disconnects : stats_.connect_failures).add();
  close();
  last_failure_ = why;
  if (!heard_) backoff_.pause(reactor_.now(), limits::kReconnectMaxDelay);
  for (const Ticket ticket : pending_.oldestFirst()) {
    const std::optional<PendingTable::Entry> entry = pending_.take(ticket);
    if (entry.has_value()) entry->user->onLost(deliveryOf(entry->order), why);
  }
}

void ReplicaSession::close() {
  reactor_.cancel(connect_timer_);
  reactor_.cancel(silence_timer_);
  reactor_.cancelTurnEnd(*this);
  link_.reset();
  state_ = State::kIdle;
  writing_ = false;
  silence_ = {};
  out_.clear();
  parked_.clear();
  parked_bytes_ = 0;
}

}  // namespace bridle::internal
