#include "onebox/data/replica_service.h"

#include <iterator>

#include "base/rng.h"
#include "onebox/data/busy_response.h"
#include "onebox/data/data_calls.h"
#include "onebox/server/negotiation.h"

namespace bridle::internal::onebox {

using wire::ServerError;

namespace {

// A cluster that ends and starts within one second knows nothing of the scans before.
std::uint64_t seedOfScans(const ClusterState& state) {
  return mixSeed(static_cast<std::uint64_t>(state.reactor.unixSeconds()), state.catalog.restarts());
}

}  // namespace

ReplicaService::ReplicaService(ClusterState& state, int server)
    : Service(false, server), state_(state), scans_(seedOfScans(state), server) {}

FaultSubject ReplicaService::subjectOf(Rpc rpc, const wire::RequestHeader& header) const {
  const Place place = find(header);
  FaultSubject subject{.server = index(),
                       .role = place.role,
                       .rpc = rpc,
                       .partition = header.partition_index,
                       .table = {}};
  if (place.table != nullptr) subject.table = place.table->spec.name;
  return subject;
}

ReplicaService::Place ReplicaService::find(const wire::RequestHeader& header) const {
  Place place;
  place.table = state_.catalog.find(header.app_id);
  if (place.table == nullptr) return place;
  Partition* const partition = place.table->partition(header.partition_index);
  if (partition == nullptr) return place;
  place.role = partition->roleOf(index());
  if (place.role != Role::kNone) place.partition = partition;
  return place;
}

void ReplicaService::serve(Rpc rpc, const Incoming& request, Answer& answer) {
  if (rpc == Rpc::kNegotiation) return serveNegotiation(request, answer);
  const bool is_data = isRead(rpc) || isWrite(rpc);
  if (!is_data || request.header.app_id <= 0) return answer.refuse(ServerError::kHandlerNotFound);
  serveData(rpc, request, answer);
}

// The copies of a dropped table are kept for a recall, but serve nobody.
ServerError ReplicaService::refusalOf(const wire::RequestHeader& header) const {
  const auto kept = state_.catalog.tables().find(header.app_id);
  if (kept == state_.catalog.tables().end()) return ServerError::kObjectNotFound;
  const Partition* const partition = kept->second.partition(header.partition_index);
  const bool has_copy = partition != nullptr && partition->roleOf(index()) != Role::kNone;
  return has_copy ? ServerError::kInvalidState : ServerError::kObjectNotFound;
}

void ReplicaService::serveData(Rpc rpc, const Incoming& request, Answer& answer) {
  const Place place = find(request.header);
  if (place.partition == nullptr) return answer.refuse(refusalOf(request.header));
  const std::int64_t now = state_.reactor.unixSeconds();
  const Replica replica{*place.table, *place.partition, place.role};
  if (!admission_.admits(rpc, replica, request, now, answer)) return;
  const DataCall call{.header = request.header,
                      .table = *place.table,
                      .partition = *place.partition,
                      .limits = state_.read_limits,
                      .scans = scans_,
                      .server = index(),
                      .server_name = name(),
                      .time = state_.reactor.now(),
                      .now = pegasusSeconds(now)};
  Throttling& throttling = admission_.throttling();
  if (isRead(rpc) && !throttling.hasReadBytesLeft(call.table, request.header, now)) {
    return refuseAsBusy(rpc, call, answer);
  }
  serveDataCall(rpc, call, request.args, answer);
  if (isRead(rpc)) throttling.countRead(call.table, request.header, std::ssize(answer.result()));
}

// The port may be known only after the server has been started.
const std::string& ReplicaService::name() {
  if (name_.empty()) name_ = state_.replicas[static_cast<std::size_t>(index())].toString();
  return name_;
}

}  // namespace bridle::internal::onebox
