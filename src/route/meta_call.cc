#include "route/meta_call.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/limits.h"
#include "base/status.h"
#include "dsn_layer2_types.h"
#include "route/meta_reply.h"
#include "rpc/backoff.h"
#include "wire/rpc_names.h"
#include "wire/thrift_io.h"

namespace bridle::internal {
namespace {

using wire::ServerError;

std::int32_t wholeMillis(Duration time) {
  const auto millis = std::chrono::ceil<std::chrono::milliseconds>(time).count();
  return static_cast<std::int32_t>(std::max<std::int64_t>(millis, 1));
}

// Any server that is not the leader answers this with the leader's address; a leader knows no table
// without a name.
std::string whoLeadsArgs() {
  std::string args;
  wire::appendArgs(args, wire::query_cfg_request());
  return args;
}

// Are these, as the error of a whole reply, a refusal before anything was done?
bool refusal(ServerError error) {
  switch (error) {
    case ServerError::kHandlerNotFound:
    case ServerError::kForwardToOthers:
    case ServerError::kServiceNotActive:
    case ServerError::kBusy:
    case ServerError::kAclDeny:
    case ServerError::kUnauthenticated:
      return true;
    default:
      return false;
  }
}

}  // namespace

MetaCall::MetaCall(MetaCluster& cluster, Owner& owner, std::string rpc, std::string args,
                   TimePoint deadline, Repeat repeat, Done done)
    : cluster_(cluster),
      owner_(owner),
      rpc_(std::move(rpc)),
      args_(std::move(args)),
      start_(reactor().now()),
      deadline_(deadline),
      repeat_(repeat),
      done_(std::move(done)) {}

MetaCall::~MetaCall() {
  reactor().cancel(timer_);
  if (session_ != nullptr) session_->forget(ticket_);
}

void MetaCall::start() {
  startRound();
  next();
}

bool MetaCall::giveUp() {
  ReplicaSession* const session = std::exchange(session_, nullptr);
  if (session != nullptr && session->forget(ticket_) == Delivery::kMaybeSent) lostTrack();
  return may_have_executed_;
}

void MetaCall::startRound() {
  const std::vector<HostPort>& servers = cluster_.options.servers;
  names_.assign(servers.begin(), servers.end());
  const auto first = static_cast<std::ptrdiff_t>(cluster_.first % servers.size());
  std::rotate(names_.begin(), names_.begin() + first, names_.end());
  addresses_.clear();
  if (cluster_.leader.valid()) addresses_.push_back(cluster_.leader);
  asked_.clear();
  redirects_ = 0;
  paused_ = false;
}

// Goes on with whatever is next in this round. Ends with a wait.
void MetaCall::next() {
  for (;;) {
    if (reactor().now() >= deadline_) return pause();
    if (!addresses_.empty()) {
      const Endpoint meta = addresses_.front();
      addresses_.pop_front();
      if (asked_.insert(meta).second && ask(meta, Question::kOwn)) return;
    } else if (!names_.empty()) {
      const HostPort name = std::move(names_.front());
      names_.pop_front();
      const absl::StatusOr<Endpoint> literal = parseEndpoint(name.toString());
      if (!literal.ok()) return resolve(name);
      addresses_.push_back(*literal);
    } else if (!paused_) {
      return pause();
    } else {
      startRound();
    }
  }
}

bool MetaCall::ask(const Endpoint& meta, Question question) {
  question_ = question;
  // What may not be asked twice is given all the time there is.
  const Duration rest = deadline_ - reactor().now();
  const bool once = repeat_ == Repeat::kIfNotExecuted && question == Question::kOwn;
  const Duration limit = once ? rest : std::min(cluster_.options.query_timeout, rest);
  ReplicaSession& session = cluster_.sessions.at(meta);
  const wire::RequestHeader header{.timeout_ms = wholeMillis(limit)};
  const absl::StatusOr<Ticket> ticket =
      question == Question::kOwn
          ? session.send({header, rpc_, args_}, *this)
          : session.send({header, wire::rpc_names::kQueryConfig, whoLeadsArgs()}, *this);
  if (!ticket.ok()) {
    // Mostly a pause after a failed connect, which the log knows already.
    const std::string server = meta.toString();
    if (!log_.knows(server)) log_.add(server, toStd(ticket.status().message()));
    return false;
  }
  cluster_.queries.add();
  session_ = &session;
  ticket_ = *ticket;
  wait(WaitsFor::kAnswer, limit);
  return true;
}

void MetaCall::resolve(const HostPort& name) {
  name_ = name;
  lookup_ = std::make_shared<char>();
  cluster_.network.resolve(
      name, lookup_,
      [this, server = name.toString()](absl::StatusOr<std::vector<Endpoint>> addresses) {
        onResolved(server, std::move(addresses));
      });
  wait(WaitsFor::kName, cluster_.options.query_timeout);
}

void MetaCall::onResolved(const std::string& name,
                          absl::StatusOr<std::vector<Endpoint>> addresses) {
  lookup_.reset();
  if (addresses.ok()) {
    addresses_.assign(addresses->begin(), addresses->end());
  } else {
    log_.add(name, toStd(addresses.status().message()));
  }
  next();
}

void MetaCall::pause() {
  paused_ = true;
  wait(WaitsFor::kPauseEnd, jittered(limits::kMetaPause, cluster_.rng));
}

void MetaCall::wait(WaitsFor what, Duration limit) {
  waits_for_ = what;
  limit_ = std::min(limit, deadline_ - reactor().now());
  reactor().arm(timer_, reactor().now() + limit_);
}

void MetaCall::onTimer(TimePoint now) {
  if (onLimit()) return endUnknown();
  if (now < deadline_) return next();
  const ErrorInfo info{.code = ErrorCode::kMetaUnavailable,
                       .may_have_executed = may_have_executed_,
                       .elapsed_ms = toMillis(now - start_)};
  owner_.onMetaCallEnd(
      *this, makeError(info, text("no meta server gave a good answer to ", rpc_, " within ",
                                  toMillis(deadline_ - start_), " ms: ", log_.toString())));
}

// Is the outcome unknown for good?
bool MetaCall::onLimit() {
  if (waits_for_ == WaitsFor::kName) {
    lookup_.reset();
    const std::string name = name_.toString();
    log_.add(name, text("resolve ", name, ": no answer within ", toMillis(limit_), " ms"));
  } else if (waits_for_ == WaitsFor::kAnswer) {
    const Delivery delivery = session_->forget(ticket_);
    const std::string_view outcome =
        delivery == Delivery::kNotSent ? ": not connected within " : ": no answer within ";
    failed(text(session_->peer().toString(), outcome, toMillis(limit_), " ms"));
    return delivery == Delivery::kMaybeSent && lostTrack();
  }
  return false;
}

// The question may have reached a server, which does not tell what came of it. Is that the end?
bool MetaCall::lostTrack() {
  if (question_ != Question::kOwn || repeat_ == Repeat::kRead) return false;
  may_have_executed_ = true;
  return repeat_ == Repeat::kIfNotExecuted;
}

void MetaCall::endUnknown() {
  const ErrorInfo info{.code = ErrorCode::kOutcomeUnknown,
                       .may_have_executed = true,
                       .elapsed_ms = toMillis(reactor().now() - start_)};
  owner_.onMetaCallEnd(
      *this, makeError(info, text(rpc_,
                                  " was sent, its outcome is unknown, and it is not repeated "
                                  "because it may not run twice: ",
                                  log_.toString())));
}

// The question that was outstanding is through. The next round, of whatever call, begins with
// another meta: else a dead one would use up each call whose time is short.
void MetaCall::failed(std::string_view outcome) {
  const Endpoint meta = std::exchange(session_, nullptr)->peer();
  log_.add(meta.toString(), outcome);
  if (cluster_.leader == meta) cluster_.leader = {};
  ++cluster_.first;
}

void MetaCall::onLost(Delivery delivery, const absl::Status& why) {
  failed(toStd(why.message()));
  if (delivery == Delivery::kMaybeSent && lostTrack()) return endUnknown();
  next();
}

void MetaCall::onReply(const wire::Reply& reply) {
  const Endpoint meta = session_->peer();
  const std::string server = meta.toString();
  if (reply.error != ServerError::kOk) {
    failed(text(server, ": ", reply.error_name,
                reply.error == ServerError::kHandlerNotFound ? " (is it a meta server?)" : ""));
    return !refusal(reply.error) && lostTrack() ? endUnknown() : next();
  }
  const std::optional<std::string_view> error = metaErrorName(reply.result);
  if (!error.has_value()) {
    failed(text(server, ": its answer cannot be read"));
    return lostTrack() ? endUnknown() : next();
  }
  switch (wire::errorFromName(*error)) {
    case ServerError::kForwardToOthers:
      return onNotLeading(meta, reply.result);
    case ServerError::kServiceNotActive:
      failed(text(server, ": not active yet (", *error, ")"));
      return pause();
    default:
      return onLeader(meta, reply.result);
  }
}

void MetaCall::onNotLeading(const Endpoint& meta, std::string_view result) {
  const bool tells = question_ == Question::kWhoLeads || rpc_ == wire::rpc_names::kQueryConfig;
  const bool forwards = tells && followForward(result);
  const std::string server = meta.toString();
  if (tells) {
    failed(text(server, ": not the leader, ", forwards ? "forwards to another" : "knows no other"));
  } else {
    failed(text(server, ": not the leader"));
    if (ask(meta, Question::kWhoLeads)) return;
  }
  next();
}

void MetaCall::onLeader(const Endpoint& meta, std::string_view result) {
  session_ = nullptr;
  cluster_.leader = meta;
  if (question_ == Question::kOwn) return owner_.onMetaCallEnd(*this, std::string(result));
  // It has come to lead in between.
  if (redirects_ < limits::kMaxMetaRedirects) {
    ++redirects_;
    asked_.erase(meta);
    addresses_.push_front(meta);
  }
  next();
}

bool MetaCall::followForward(std::string_view result) {
  if (redirects_ == limits::kMaxMetaRedirects) return false;
  const auto config = wire::decodeResult<wire::query_cfg_response>(result);
  if (!config.ok() || config->partitions.empty()) return false;
  const wire::partition_configuration& leader = config->partitions.front();
  const Endpoint primary = leader.primary;
  if (primary.valid()) {
    addresses_.push_front(primary);
  } else if (leader.__isset.hp_primary && !leader.hp_primary.host.empty()) {
    names_.push_front(leader.hp_primary);
  } else {
    return false;
  }
  ++redirects_;
  return true;
}

}  // namespace bridle::internal
