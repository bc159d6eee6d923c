#include "wire_oracle.h"

#include <algorithm>
#include <chrono>

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
  if (request.header.is_backup_request) ++backups_;
  sent_[{connection.id, request.seq}] = {call, call->legs.size()};
  call->legs.push_back({request.header.is_backup_request, connection.server, request.header.app_id,
                        request.header.partition_index, ballotOf(*call, request.header)});
  calls_.requestSent(*call);
}

void WireOracle::checkRequest(const CallRecord& call, const wire::Request& request) {
  if (call.ended && *call.ended < world_.now()) {
    report_.wrong(call.toString(), " sent a request ", toMillis(world_.now() - *call.ended),
                  " ms after its end");
  }
  if (!request.header.is_backup_request) return;
  if (call.isWrite()) report_.wrong(call.toString(), " is a write sent as a backup request");
  if (!calls_.handleOf(call).hedged()) {
    report_.wrong(call.toString(), " sent a backup request, which are off");
  }
  const auto backups = std::count_if(call.legs.begin(), call.legs.end(),
                                     [](const CallRecord::Leg& leg) { return leg.backup; });
  if (backups > 0) report_.wrong(call.toString(), " sent a second backup request");
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
}

std::int64_t WireOracle::ballotOf(const CallRecord& call, const wire::RequestHeader& header) const {
  const Plan::Table& table = plan_.tables[static_cast<std::size_t>(calls_.handleOf(call).table)];
  const onebox::Partition* const partition =
      world_.appId(table.name) == header.app_id
          ? world_.cluster().partition(table.name, header.partition_index)
          : nullptr;
  return partition == nullptr ? -1 : partition->config().ballot;
}

void WireOracle::onReply(const Connection& connection, const wire::Reply& reply) {
  const auto found = sent_.find({connection.id, reply.seq});
  if (found == sent_.end()) return;
  const Sent sent = found->second;
  sent_.erase(found);
  report_.note(sent.call->toString(), " hears from ", connection.server.toString(), ": ",
               reply.error_name, reply.result.empty() ? ", empty" : "");
  const bool good = reply.error == wire::ServerError::kOk && !reply.result.empty();
  if (good && !sent.call->ended && stillCounts(sent)) answered_.push_back(sent.call);
}

// A request to the primary counts until a further one is sent, or the partition is moved: then the
// client may have given it up.
bool WireOracle::stillCounts(const Sent& sent) const {
  const std::vector<CallRecord::Leg>& legs = sent.call->legs;
  const CallRecord::Leg& leg = legs[sent.leg];
  if (leg.backup) return true;
  const bool superseded =
      std::any_of(legs.begin() + static_cast<std::ptrdiff_t>(sent.leg) + 1, legs.end(),
                  [](const CallRecord::Leg& later) { return !later.backup; });
  return !superseded && leg.ballot >= 0 &&
         leg.ballot ==
             ballotOf(*sent.call, {.app_id = leg.app_id, .partition_index = leg.partition});
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
