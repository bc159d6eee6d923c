#include "calls.h"

#include <algorithm>

#include "base/limits.h"
#include "bridle/error.h"
#include "wire/key_codec.h"
#include "wire/rpc_names.h"

namespace bridle::internal::sim {
namespace {

std::string_view nameOf(OpKind kind) {
  switch (kind) {
    case OpKind::kGet:
      return "get";
    case OpKind::kSet:
      return "set";
    case OpKind::kDel:
      return "del";
    case OpKind::kExist:
      return "exist";
    case OpKind::kTtl:
      return "ttl";
  }
  return {};
}

std::string_view rpcOf(OpKind kind) {
  switch (kind) {
    case OpKind::kGet:
      return wire::rpc_names::kGet;
    case OpKind::kExist:
    case OpKind::kTtl:
      return wire::rpc_names::kTtl;
    case OpKind::kSet:
      return wire::rpc_names::kPut;
    case OpKind::kDel:
      return wire::rpc_names::kRemove;
  }
  return {};
}

constexpr std::string_view kRequestKinds[] = {wire::rpc_names::kGet, wire::rpc_names::kTtl,
                                              wire::rpc_names::kPut, wire::rpc_names::kRemove};

int requestKind(std::string_view rpc) {
  const auto* const found = std::find(std::begin(kRequestKinds), std::end(kRequestKinds), rpc);
  return static_cast<int>(found - std::begin(kRequestKinds));
}

}  // namespace

std::string CallRecord::toString() const {
  return text("call ", id, " (", nameOf(kind), ", key ", key, ", handle ", handle, ")");
}

Calls::Calls(const Plan& plan, World& world, Report& report)
    : plan_(plan),
      world_(world),
      report_(report),
      histories_(plan.keys.size()),
      dropped_(plan.tables.size()),
      closed_(plan.clients.size()) {
  for (std::size_t i = 0; i < plan.keys.size(); ++i) {
    keys_[wire::rawKey(plan.keys[i].name, {})] = static_cast<int>(i);
  }
}

const Plan::Handle& Calls::handleOf(const CallRecord& call) const {
  return plan_.handles[static_cast<std::size_t>(call.handle)];
}

bool Calls::free(const Slot& slot) const {
  const auto last = last_.find(slot);
  return last == last_.end() || (last->second->ended && *last->second->ended < world_.now());
}

CallRecord* Calls::begin(int handle, OpKind kind, int key, Duration timeout) {
  const int client = plan_.handles[static_cast<std::size_t>(handle)].client;
  const Slot slot{client, requestKind(rpcOf(kind)), key};
  const bool is_write = kind == OpKind::kSet || kind == OpKind::kDel;
  const bool may_start = is_write ? free({client, requestKind(wire::rpc_names::kPut), key}) &&
                                        free({client, requestKind(wire::rpc_names::kRemove), key})
                                  : free(slot);
  if (!may_start) return nullptr;
  CallRecord& call = calls_.emplace_back();
  call.id = static_cast<int>(calls_.size()) - 1;
  call.handle = handle;
  call.kind = kind;
  call.key = key;
  call.started = world_.now();
  call.deadline = call.started + timeout;
  call.since = histories_[static_cast<std::size_t>(key)].mark();
  last_[slot] = &call;
  ++open_;
  report_.note(call.toString(), " starts, ", toMillis(timeout), " ms");
  return &call;
}

void Calls::beginWrite(CallRecord& call, std::optional<std::string> value, TimePoint expires) {
  call.write = histories_[static_cast<std::size_t>(call.key)].begin(std::move(value), expires);
}

CallRecord* Calls::find(int client, std::string_view rpc, std::string_view raw_key) {
  const auto key = keys_.find(raw_key);
  if (key == keys_.end()) return nullptr;
  const auto call = last_.find({client, requestKind(rpc), key->second});
  return call == last_.end() ? nullptr : call->second;
}

void Calls::requestSent(const CallRecord& call) {
  if (call.isWrite() && call.legs.size() > 1) {
    histories_[static_cast<std::size_t>(call.key)].sentAgain(call.write);
  }
}

void Calls::tableDropped(int table) {
  dropped_[static_cast<std::size_t>(table)] = true;
  for (std::size_t i = 0; i < histories_.size(); ++i) {
    if (plan_.keys[i].table == table) histories_[i].tableDropped();
  }
}

void Calls::end(CallRecord& call, const Outcome& outcome) {
  report_.note(call.toString(), " ends: ",
               outcome.status.ok() ? outcome.value.value_or(outcome.present ? "ok" : "absent")
                                   : std::string(toStd(outcome.status.message())));
  if (call.ended) return report_.wrong(call.toString(), " ended twice");
  --open_;
  call.ended = world_.now();
  call.status = outcome.status;
  checkEnd(call);
  if (!call.status.ok()) checkError(call);
  checkValue(call, outcome);
  if (on_end) on_end(call);
}

void Calls::checkEnd(const CallRecord& call) {
  if (call.starting) report_.wrong(call.toString(), " ended inside the initiating function");
  if (*call.ended > call.deadline) {
    report_.wrong(call.toString(), " ended ", toMillis(*call.ended - call.deadline), " ms late");
  }
}

void Calls::checkError(const CallRecord& call) {
  const std::optional<ErrorInfo> info = errorInfo(call.status);
  if (!info) return report_.wrong(call.toString(), " failed without the facts");
  const auto wrong = [&](const auto&... why) {
    report_.wrong(call.toString(), " failed ", why..., ": ",
                  std::string(toStd(call.status.message())));
  };
  const auto backups = std::count_if(call.legs.begin(), call.legs.end(),
                                     [](const CallRecord::Leg& leg) { return leg.backup; });
  if (backups > info->backups)
    wrong("with ", backups, " backup requests, ", info->backups, " told");
  const auto others = static_cast<int>(call.legs.size()) - static_cast<int>(backups);
  if (others > info->attempts) wrong("after ", others, " requests, ", info->attempts, " told");
  if (info->may_have_executed && !call.isWrite()) wrong("as a read that was perhaps executed");
  switch (info->code) {
    case ErrorCode::kDeadlineExceeded:
      if (*call.ended != call.deadline) wrong("before its deadline");
      return;
    case ErrorCode::kCancelled:
      if (!call.cancelled) wrong("as cancelled, by nobody");
      return;
    case ErrorCode::kClosed:
      if (!closed_[static_cast<std::size_t>(handleOf(call).client)]) wrong("as closed");
      return;
    case ErrorCode::kTableNotFound:
      if (!dropped_[static_cast<std::size_t>(handleOf(call).table)]) wrong("though it exists");
      return;
    case ErrorCode::kUnavailable:
    case ErrorCode::kThrottled:
    case ErrorCode::kRefused:
    case ErrorCode::kTooLarge:
    case ErrorCode::kBadReply:
      return;
    case ErrorCode::kInvalidArgument:
    case ErrorCode::kWrongThread:
    case ErrorCode::kTableUnavailable:
    case ErrorCode::kMetaUnavailable:
    case ErrorCode::kOverloaded:
    case ErrorCode::kOutcomeUnknown:
    case ErrorCode::kIncomplete:
    case ErrorCode::kStorage:
      wrong("in a way that no call of this run may");
  }
}

void Calls::checkValue(const CallRecord& call, const Outcome& outcome) {
  const std::string complaint = complaintAbout(call, outcome);
  if (!complaint.empty()) report_.wrong(call.toString(), ": ", complaint);
}

std::string Calls::complaintAbout(const CallRecord& call, const Outcome& outcome) {
  KeyHistory& history = histories_[static_cast<std::size_t>(call.key)];
  const bool ok = call.status.ok();
  if (call.isWrite()) {
    if (ok) return history.succeeded(call.write), std::string();
    const bool believable = history.failed(call.write, mayHaveExecuted(call.status));
    return believable ? "" : "it is told not to have been executed, but was read";
  }
  if (!ok) return {};
  const bool has_value = call.kind == OpKind::kGet || !outcome.present;
  if (handleOf(call).hedged()) return has_value ? history.checkOldRead(outcome.value) : "";
  return has_value ? history.checkRead(outcome.value, call.since, world_.now())
                   : history.checkPresent(call.since);
}

}  // namespace bridle::internal::sim
