#include "wire_oracle.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "base/limits.h"
#include "bridle/error.h"
#include "wire/key_codec.h"
#include "wire/rpc_names.h"
#include "wire/thrift_io.h"

namespace bridle::internal::sim {
namespace {

std::string rawKeyOf(const wire::Request& request) {
  if (request.rpc == wire::rpc_names::kPut) {
    return wire::decodeArgs<wire::update_request>(request.args)->key.bytes;
  }
  return *wire::decodeBlobArgs(request.args);
}

bool isData(std::string_view rpc) {
  return rpc == wire::rpc_names::kGet || rpc == wire::rpc_names::kTtl ||
         rpc == wire::rpc_names::kPut || rpc == wire::rpc_names::kRemove;
}

}  // namespace

void WireOracle::onRequest(const Connection& connection, const wire::Request& request) {
  if (!isData(request.rpc)) return;
  const std::string raw_key = rawKeyOf(request);
  CallRecord* const call = calls_.find(client_, request.rpc, raw_key);
  if (call == nullptr) return;
  report_.note(call->toString(), " sends to ", connection.server.toString(),
               request.header.is_backup_request ? " (backup)" : "");
  checkRequest(*call, request);
  checkHeader(*call, request.header);
  sent_[{connection.id, request.seq}] = {call, call->legs.size()};
  const wire::RequestHeader& header = request.header;
  call->legs.push_back(
      {.backup = header.is_backup_request,
       .server = connection.server,
       .app_id = header.app_id,
       .partition = header.partition_index,
       .ballot = ballotOf(*call, header.app_id, header.partition_index, connection.server)});
  calls_.requestSent(*call);
}

void WireOracle::checkRequest(const CallRecord& call, const wire::Request& request) {
  if (call.ended && *call.ended < world_.now()) {
    report_.wrong(call.toString(), " sent a request ", toMillis(world_.now() - *call.ended),
                  " ms after its end");
  }
  const auto backups = std::count_if(call.legs.begin(), call.legs.end(),
                                     [](const CallRecord::Leg& leg) { return leg.backup; });
  const auto attempts = static_cast<std::ptrdiff_t>(call.legs.size()) - backups;
  if (!request.header.is_backup_request) {
    if (attempts >= limits::kMaxAttempts) report_.wrong(call.toString(), " does not give up");
    return;
  }
  if (backups > 0) report_.wrong(call.toString(), " sent a second backup request");
  if (call.isWrite()) report_.wrong(call.toString(), " is a write sent as a backup request");
  if (!calls_.handleOf(call).hedged()) {
    report_.wrong(call.toString(), " sent a backup request, which are off");
  }
}

void WireOracle::checkHeader(const CallRecord& call, const wire::RequestHeader& header) {
  const auto whole = std::chrono::ceil<std::chrono::milliseconds>(call.deadline - call.started);
  if (header.timeout_ms < 1 || header.timeout_ms > std::max<std::int64_t>(whole.count(), 1)) {
    report_.wrong(call.toString(), " gave the server ", header.timeout_ms, " ms");
  }
  const std::string& name = plan_.keys[static_cast<std::size_t>(call.key)].name;
  if (header.partition_hash != wire::keyHash(name, {})) {
    report_.wrong(call.toString(), " sent a wrong hash");
  }
  const int partitions = world_.partitionsOf(header.app_id);
  if (header.partition_index != wire::partitionIndex(header.partition_hash, partitions)) {
    report_.wrong(call.toString(), " was sent to partition ", header.partition_index, " of ",
                  partitions);
  }
}

// Below 0: the server is not the primary, or there is no such partition any more.
std::int64_t WireOracle::ballotOf(const CallRecord& call, std::int32_t app_id, std::int32_t index,
                                  const Endpoint& server) const {
  const Plan::Table& table = plan_.tables[static_cast<std::size_t>(calls_.handleOf(call).table)];
  if (world_.appId(table.name) != app_id) return -1;
  const onebox::Partition* const partition = world_.cluster().partition(table.name, index);
  if (partition == nullptr) return -1;
  const std::optional<int>& primary = partition->config().primary;
  return primary && World::replica(*primary) == server ? partition->config().ballot : -1;
}

void WireOracle::onReply(const Connection& connection, const wire::Reply& reply) {
  const auto found = sent_.find({connection.id, reply.seq});
  if (found == sent_.end()) return;
  const Sent sent = found->second;
  sent_.erase(found);
  report_.note(sent.call->toString(), " hears from ", connection.server.toString(), ": ",
               reply.error_name, reply.result.empty() ? ", empty" : "");
  sent.call->legs[sent.leg].open = false;
  const bool good = reply.error == wire::ServerError::kOk && !reply.result.empty();
  if (good && !sent.call->ended && stillCounts(*sent.call, sent.leg)) {
    answered_.push_back(sent.call);
  }
}

void WireOracle::onEnd(const Connection& connection) {
  const auto first = sent_.lower_bound({connection.id, 0});
  auto last = first;
  for (; last != sent_.end() && last->first.first == connection.id; ++last) {
    last->second.call->legs[last->second.leg].open = false;
  }
  sent_.erase(first, last);
}

// A request to the primary counts until a further one is sent, or the partition is moved: then the
// client may have given it up. One to another server, sent by old news, does not count.
bool WireOracle::stillCounts(const CallRecord& call, std::size_t index) const {
  const std::vector<CallRecord::Leg>& legs = call.legs;
  const CallRecord::Leg& leg = legs[index];
  if (leg.backup) return true;
  const bool superseded =
      std::any_of(legs.begin() + static_cast<std::ptrdiff_t>(index) + 1, legs.end(),
                  [](const CallRecord::Leg& later) { return !later.backup; });
  return !superseded && leg.ballot >= 0 &&
         leg.ballot == ballotOf(call, leg.app_id, leg.partition, leg.server);
}

// A final answer of the primary is the only error that does not wait for the other answer.
void WireOracle::onCallEnd(const CallRecord& call) {
  const std::optional<ErrorInfo> info = errorInfo(call.status);
  if (!info) return;
  const bool final = info->code == ErrorCode::kRefused || info->code == ErrorCode::kTooLarge;
  const bool gives_up =
      info->code == ErrorCode::kUnavailable || info->code == ErrorCode::kThrottled;
  if (!final && !gives_up) return;
  for (std::size_t i = 0; i < call.legs.size(); ++i) {
    const CallRecord::Leg& leg = call.legs[i];
    if (!leg.open || (final && leg.backup) || !stillCounts(call, i)) continue;
    report_.wrong(call.toString(), " failed, though ", leg.server.toString(),
                  " may still answer: ", std::string(toStd(call.status.message())));
  }
}

void WireOracle::onReplyTaken() {
  std::vector<CallRecord*> answered;
  answered.swap(answered_);
  for (const CallRecord* const call : answered) {
    if (!call->ended) {
      report_.wrong(call->toString(), " goes on after a good answer");
    } else if (!call->status.ok()) {
      report_.wrong(call->toString(), " failed in spite of a good answer: ",
                    std::string(toStd(call->status.message())));
    }
  }
}

}  // namespace bridle::internal::sim
