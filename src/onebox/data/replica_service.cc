#include "onebox/data/replica_service.h"

#include "base/limits.h"
#include "onebox/data/data_calls.h"
#include "onebox/server/negotiation.h"
#include "wire/message.h"

namespace bridle::internal::onebox {
namespace {

using wire::ServerError;

bool belongsElsewhere(const Table& table, const wire::RequestHeader& header) {
  if (!table.rules.validate_partition_hash) return false;
  const auto partition_version = static_cast<std::uint64_t>(table.partitions.size() - 1);
  return (header.partition_hash & partition_version) !=
         static_cast<std::uint64_t>(header.partition_index);
}

ServerError checkRead(const Table& table, Role role, const wire::RequestHeader& header) {
  if (belongsElsewhere(table, header)) return ServerError::kParentPartitionMisused;
  const bool served = role == Role::kPrimary || header.is_backup_request;
  return served ? ServerError::kOk : ServerError::kInvalidState;
}

ServerError checkWrite(const Table& table, const Partition& partition, Role role,
                       const wire::Request& request) {
  const std::size_t body_bytes = wire::messageBytes(request.rpc.size()) + request.args.size();
  if (body_bytes > limits::kMaxWriteBytes) return ServerError::kInvalidData;
  if (belongsElsewhere(table, request.header)) return ServerError::kParentPartitionMisused;
  if (role != Role::kPrimary) return ServerError::kInvalidState;
  if (partition.serving() < table.writeQuorum()) return ServerError::kNotEnoughMember;
  return ServerError::kOk;
}

}  // namespace

FaultSubject ReplicaService::subjectOf(Rpc rpc, const wire::RequestHeader& header) const {
  const Place place = find(header);
  FaultSubject subject{.server = index(), .role = place.role, .rpc = rpc, .table = {}};
  if (place.table != nullptr) subject.table = place.table->spec.name;
  return subject;
}

ReplicaService::Place ReplicaService::find(const wire::RequestHeader& header) const {
  Place place;
  place.table = state_.catalog.find(header.app_id);
  if (place.table == nullptr) return place;
  std::vector<Partition>& partitions = place.table->partitions;
  const auto partition = static_cast<std::size_t>(header.partition_index);
  if (header.partition_index < 0 || partition >= partitions.size()) return place;
  place.role = partitions[partition].roleOf(index());
  if (place.role != Role::kNone) place.partition = &partitions[partition];
  return place;
}

void ReplicaService::serve(Rpc rpc, const Incoming& request, Answer& answer) {
  if (rpc == Rpc::kNegotiation) return serveNegotiation(request, answer);
  const bool is_data = isRead(rpc) || isWrite(rpc);
  if (!is_data || request.header.app_id <= 0) return answer.refuse(ServerError::kHandlerNotFound);
  if (rpc == Rpc::kClearScanner) return answer.sayNothing();  // one-way, whatever its type says
  serveData(rpc, request, answer);
}

void ReplicaService::serveData(Rpc rpc, const wire::Request& request, Answer& answer) {
  const Place place = find(request.header);
  if (place.partition == nullptr) return answer.refuse(ServerError::kObjectNotFound);
  const ServerError error = isWrite(rpc)
                                ? checkWrite(*place.table, *place.partition, place.role, request)
                                : checkRead(*place.table, place.role, request.header);
  if (error != ServerError::kOk) return answer.refuse(error);
  const DataCall call{.request = request,
                      .rules = place.table->rules,
                      .partition = *place.partition,
                      .server = index(),
                      .server_name = name(),
                      .now = pegasusSeconds(state_.reactor.unixSeconds())};
  if (rpc == Rpc::kGet) return serveGet(call, answer);
  if (rpc == Rpc::kTtl) return serveTtl(call, answer);
  if (rpc == Rpc::kPut) return servePut(call, answer);
  serveRemove(call, answer);
}

// The port may be known only after the server has been started.
const std::string& ReplicaService::name() {
  if (name_.empty()) name_ = state_.replicas[static_cast<std::size_t>(index())].toString();
  return name_;
}

}  // namespace bridle::internal::onebox
