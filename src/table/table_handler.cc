#include "table/table_handler.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/limits.h"
#include "base/status.h"
#include "table/call_error.h"
#include "table/fill_info.h"

namespace bridle::internal {
namespace {

// What is left until the deadline, as the server is told: at least a little, since a server may
// drop requests that have no time left.
std::int32_t timeoutMs(TimePoint deadline, TimePoint now) {
  const Duration left = std::max<Duration>(deadline - now, limits::kMinAttemptTime);
  return static_cast<std::int32_t>(
      std::chrono::duration_cast<std::chrono::milliseconds>(left).count());
}

// Not below zero: the caller's clock may be ahead of the time of the loop's turn.
Duration sinceStart(Call& call, TimePoint at) {
  return std::max(at, call.request().started) - call.request().started;
}

// "the stored value is no integer: storage status 4 (InvalidArgument)"
std::string storageText(const Taken& taken) {
  if (taken.storage_status == 0) return taken.problem;
  return text(taken.problem, taken.problem.empty() ? "" : ": ", "storage status ",
              taken.storage_status, " (", wire::storageStatusName(taken.storage_status), ")");
}

}  // namespace

TableHandler::TableHandler(Reactor& reactor, SessionMap& sessions, RouteRefresher& refresher,
                           const TableSettings& settings,
                           std::shared_ptr<const RoutingTable> routes)
    : reactor_(reactor),
      sessions_(sessions),
      refresher_(refresher),
      settings_(settings),
      budget_(settings.backup_max_ratio),
      targets_(settings.seed) {
  onRoutes(std::move(routes));
}

TableHandler::~TableHandler() = default;

void TableHandler::onRoutes(std::shared_ptr<const RoutingTable> routes) {
  if (closed_.has_value()) return;  // no more connections
  routes_ = std::move(routes);
  partitions_ = openSessions(*routes_, sessions_, settings_.backup_delay > Duration::zero());
  forEachCall([this](Call& call) {
    if (call.leg(LegId::kPrimary).outstanding()) {
      moveToNewPrimary(call);
    } else {
      drive(call, call.machine().onNewRoutes(reactor_.now()));
    }
  });
}

// Shows each call of now to `look`, once. Calls that end there may start others, which are not
// shown, and end any.
void TableHandler::forEachCall(absl::FunctionRef<void(Call&)> look) {
  unseen_.splice(unseen_.end(), live_);
  while (!unseen_.empty()) {
    Call& call = unseen_.front();
    unseen_.pop_front();
    live_.push_back(call);
    look(call);
  }
}

// A call that waits for a server that is no longer the primary would wait for nothing if that
// server is dead.
void TableHandler::moveToNewPrimary(Call& call) {
  CallLeg& leg = call.leg(LegId::kPrimary);
  const PartitionSessions& partition = route(call);
  if (partition.primary == nullptr || partition.primary == leg.session()) return;
  const Steps steps = call.machine().onPrimaryMoved(reactor_.now());
  if (steps.empty()) return;
  noteFailure(call, LegId::kPrimary, {.text = "no answer before its partition moved"});
  if (leg.forget() == Delivery::kMaybeSent) noteMaybeExecuted(call);
  drive(call, steps);
}

void TableHandler::onTableNotFound(std::string_view why) {
  forEachCall([this, why](Call& call) {
    const bool waits =
        call.machine().waits(LegId::kPrimary) || call.machine().waits(LegId::kBackup);
    if (!waits) abort(call, ErrorCode::kTableNotFound, why);
  });
}

void TableHandler::start(Call& call) {
  live_.push_back(call);
  if (closed_.has_value()) return abort(call, closed_->code, closed_->why);
  if (call.request().cancel_id != 0) cancellable_[call.request().cancel_id] = &call;
  drive(call, call.machine().start(reactor_.now()));
}

void TableHandler::cancel(std::uint64_t cancel_id) {
  const auto found = cancellable_.find(cancel_id);
  if (found == cancellable_.end()) return;  // it has ended
  abort(*found->second, ErrorCode::kCancelled, "cancelled by the caller");
}

void TableHandler::close(ErrorCode code, std::string_view why) {
  if (!closed_.has_value()) closed_ = Closed{code, std::string(why)};
  for (CallList* const calls : {&unseen_, &live_}) {
    while (!calls->empty()) abort(calls->front(), code, why);
  }
}

void TableHandler::onCallTimer(Call& call, TimePoint now) {
  drive(call, call.machine().onTimer(now));
}

// Performs `steps`, and those that follow from requests that could not be sent. The call is gone if
// one of them ended it.
void TableHandler::drive(Call& call, Steps steps) {
  while (!steps.empty()) {
    Steps next;
    for (const Step step : steps) {
      switch (step) {
        case Step::kRefreshRoutes:
          refresher_.refreshRoutes(routes_->version());
          break;
        case Step::kSendPrimary:
          next.add(sendPrimary(call));
          break;
        case Step::kSendBackup:
          next.add(sendBackup(call));
          break;
        case Step::kSucceed:
          return succeed(call);
        case Step::kFail:
          return fail(call);
      }
    }
    steps = next;
  }
  armTimer(call);
}

void TableHandler::armTimer(Call& call) {
  const TimePoint at = call.machine().wakeAt();
  if (!call.timer().armed() || call.timer().when() != at) reactor_.arm(call.timer(), at);
}

PartitionSessions& TableHandler::route(Call& call) {
  // The index is found anew for each request: a split may have moved the key.
  call.partition = routes_->partitionFor(call.request().hash);
  return partitions_[static_cast<std::size_t>(call.partition)];
}

Steps TableHandler::sendPrimary(Call& call) {
  if (call.machine().attempts() > 1) counters_.retries.add();
  ReplicaSession* const primary = route(call).primary;
  if (primary == nullptr) {
    return failedToSend(call, LegId::kPrimary, {},
                        absl::UnavailableError("the partition has no primary"));
  }
  const absl::Status sent = send(call, LegId::kPrimary, *primary);
  return sent.ok() ? Steps() : failedToSend(call, LegId::kPrimary, primary->peer(), sent);
}

Steps TableHandler::sendBackup(Call& call) {
  const TimePoint now = reactor_.now();
  PartitionSessions& partition = route(call);
  ReplicaSession* const secondary =
      targets_.choose(partition, call.leg(LegId::kPrimary).session(), now);
  if (secondary == nullptr) {
    counters_.backup_denied_no_secondary.add();
    return call.machine().onBackupDenied(now);
  }
  if (!budget_.tryTake()) {
    counters_.backup_denied_budget.add();
    return call.machine().onBackupDenied(now);
  }
  const absl::Status sent = send(call, LegId::kBackup, *secondary);
  if (!sent.ok()) return failedToSend(call, LegId::kBackup, secondary->peer(), sent);
  ++call.backups;
  counters_.backup_sent.add();
  return {};
}

absl::Status TableHandler::send(Call& call, LegId leg, ReplicaSession& session) {
  const TimePoint now = reactor_.now();
  const Outgoing outgoing{
      .header = {.app_id = routes_->appId(),
                 .partition_index = call.partition,
                 .timeout_ms = timeoutMs(call.request().plan.deadline, now),
                 .partition_hash = call.request().hash,
                 .is_backup_request = leg == LegId::kBackup},
      .rpc = call.request().spec.rpc,
      .args = call.request().args,
  };
  const absl::StatusOr<Ticket> ticket = session.send(outgoing, call.leg(leg));
  if (!ticket.ok()) return ticket.status();
  call.leg(leg).sent(session, *ticket, now);
  return absl::OkStatus();
}

void TableHandler::tell(std::string_view rpc, std::string_view args, std::uint64_t hash) {
  const std::int32_t partition = routes_->partitionFor(hash);
  ReplicaSession* const primary = partitions_[static_cast<std::size_t>(partition)].primary;
  if (primary == nullptr || closed_.has_value()) return;
  primary->tell({.header = {.app_id = routes_->appId(),
                            .partition_index = partition,
                            .timeout_ms = timeoutMs(TimePoint(), TimePoint()),
                            .partition_hash = hash},
                 .rpc = rpc,
                 .args = args});
}

Steps TableHandler::failedToSend(Call& call, LegId leg, const Endpoint& server,
                                 const absl::Status& why) {
  const TimePoint now = reactor_.now();
  const bool overloaded = why.code() == absl::StatusCode::kResourceExhausted;
  call.trace().add({.leg = leg,
                    .server = server,
                    .sent_after = sinceStart(call, now),
                    .code = overloaded ? ErrorCode::kOverloaded : ErrorCode::kUnavailable,
                    .text = std::string(toStd(why.message()))});
  // Too much in flight is no matter of routes, nor one that more requests could mend.
  return call.machine().onLegEnd(leg, overloaded ? Verdict::kBusy : Verdict::kNotSent, now);
}

void TableHandler::onLegReply(Call& call, LegId leg, const wire::Reply& reply) {
  const TimePoint now = reactor_.now();
  const Taken taken = judge(call, reply);
  call.decree = taken.decree;
  if (leg == LegId::kPrimary && call.partition < routes_->partitionCount()) {
    partitions_[static_cast<std::size_t>(call.partition)].silent_calls = 0;
  }
  if (taken.verdict != Verdict::kOk) onBadReply(call, leg, reply, taken);
  drive(call, call.machine().onLegEnd(leg, taken.verdict, now));
}

Taken TableHandler::judge(Call& call, const wire::Reply& reply) {
  const Verdict verdict = verdictOf(reply.error);
  if (verdict != Verdict::kOk) {
    // The one refusal that a server may find to be due when it has begun to write.
    return {.verdict = verdict, .written = reply.error == wire::ServerError::kFileOperationFailed};
  }
  if (reply.result.empty()) {
    return {.verdict = Verdict::kAmbiguous,
            .problem =
                "ERR_OK without a body, which is how a server refuses a write because of a "
                "secondary's disk"};
  }
  return call.take(reply.result);
}

void TableHandler::onBadReply(Call& call, LegId leg, const wire::Reply& reply, const Taken& taken) {
  FailedLeg failed;
  if (reply.error != wire::ServerError::kOk) {
    failed.code = errorCodeOf(reply.error);
    failed.server_error = std::string(reply.error_name);
    failed.text = failed.server_error;
  } else {
    failed.code = taken.problem.empty() ? ErrorCode::kStorage : taken.code;
    failed.text = storageText(taken);
  }
  noteFailure(call, leg, std::move(failed));
  if (taken.verdict == Verdict::kAmbiguous || taken.written) noteMaybeExecuted(call);
  // A replica whose storage is broken is taken out of service.
  if (taken.verdict == Verdict::kAmbiguous && taken.storage_status != 0) {
    refresher_.refreshRoutes(routes_->version());
  }
  if (taken.verdict == Verdict::kBusy && leg == LegId::kBackup) {
    targets_.onBusy(sessions_.at(call.leg(leg).server()), reactor_.now());
  }
}

void TableHandler::onLegLost(Call& call, LegId leg, Delivery delivery, const absl::Status& why) {
  const bool garbage = why.code() == absl::StatusCode::kDataLoss;
  noteFailure(call, leg,
              {.code = garbage ? ErrorCode::kBadReply : ErrorCode::kUnavailable,
               .text = std::string(toStd(why.message()))});
  const bool sent = delivery == Delivery::kMaybeSent;
  if (sent) noteMaybeExecuted(call);
  // Whatever this call may do about it, the next ones want to know where to go.
  refresher_.refreshRoutes(routes_->version());
  drive(call, call.machine().onLegEnd(leg, sent ? Verdict::kAmbiguous : Verdict::kNotSent,
                                      reactor_.now()));
}

// Adds server and time to `failed` and keeps it for the text of an error.
void TableHandler::noteFailure(Call& call, LegId id, FailedLeg failed) {
  const CallLeg& leg = call.leg(id);
  failed.leg = id;
  failed.server = leg.server();
  failed.sent_after = sinceStart(call, leg.sentAt());
  call.trace().add(std::move(failed));
}

void TableHandler::noteMaybeExecuted(Call& call) {
  if (!call.request().spec.read) call.may_have_executed = true;
}

void TableHandler::succeed(Call& call) {
  if (call.machine().winner() == LegId::kBackup) {
    targets_.onGood(sessions_.at(call.leg(LegId::kBackup).server()));
  } else if (call.request().spec.read && call.machine().wasTimely()) {
    budget_.onTimelyRead(reactor_.now());
  }
  finish(call, absl::OkStatus());
}

void TableHandler::fail(Call& call) {
  if (call.machine().failure() == CallFailure::kDeadline) noteSilence(call);
  giveUp(call);
  finish(call, callError(call, settings_.name, reactor_.now()));
}

// A server that swallows requests is told from a slow one only by asking the meta server, after
// some calls in a row.
void TableHandler::noteSilence(Call& call) {
  if (!call.leg(LegId::kPrimary).outstanding() || call.partition >= routes_->partitionCount())
    return;
  PartitionSessions& partition = partitions_[static_cast<std::size_t>(call.partition)];
  if (++partition.silent_calls < limits::kSilentCallsBeforeRefresh) return;
  partition.silent_calls = 0;
  refresher_.refreshRoutes(routes_->version());
}

void TableHandler::abort(Call& call, ErrorCode code, std::string_view why) {
  giveUp(call);
  finish(call, callAborted(call, code, settings_.name, why, reactor_.now()));
}

// No answer is wanted any more. What has left may be executed all the same.
void TableHandler::giveUp(Call& call) {
  for (const LegId leg : {LegId::kPrimary, LegId::kBackup}) {
    if (call.leg(leg).forget() == Delivery::kMaybeSent) noteMaybeExecuted(call);
  }
}

void TableHandler::finish(Call& call, absl::Status status) {
  if (call.is_success.exchange(true, std::memory_order_acq_rel)) return;
  countBackupEnd(call, status.ok() && call.machine().winner() == LegId::kBackup);
  countEnd(call, status);
  giveUp(call);
  reactor_.cancel(call.timer());
  if (call.request().cancel_id != 0) cancellable_.erase(call.request().cancel_id);
  if (call.request().info != nullptr) fillInfo(call, routes_->appId(), status.ok());
  call.unlink();
  call.deliver(std::move(status));
}

// sent = won + lost + failed.
void TableHandler::countBackupEnd(Call& call, bool won) {
  if (call.backups == 0) return;
  if (won) return counters_.backup_won.add();
  const bool unanswered = call.machine().waits(LegId::kBackup);
  (unanswered ? counters_.backup_lost : counters_.backup_failed).add();
}

void TableHandler::countEnd(Call& call, const absl::Status& status) {
  const bool read = call.request().spec.read;
  (read ? counters_.reads : counters_.writes).add();
  (read ? counters_.read_latency : counters_.write_latency)
      .record(sinceStart(call, reactor_.now()).count());
  if (status.ok()) return counters_.ok.add();
  const std::optional<ErrorInfo> info = errorInfo(status);
  counters_.errors[static_cast<std::size_t>(info->code)].add();
}

}  // namespace bridle::internal
