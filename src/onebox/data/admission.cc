#include "onebox/data/admission.h"

#include "base/limits.h"

namespace bridle::internal::onebox {
namespace {

using wire::ServerError;

bool deny(const DenyRule& rule, Answer& answer) {
  if (rule.mode == DenyRule::Mode::kTimeout) {
    answer.sayNothing();
  } else {
    answer.refuse(ServerError::kInvalidState);
  }
  return false;
}

// True if there is no error.
bool admit(ServerError error, Answer& answer) {
  if (error == ServerError::kOk) return true;
  answer.refuse(error);
  return false;
}

ServerError checkHash(const Table& table, const wire::RequestHeader& header) {
  if (!table.rules.validate_partition_hash) return ServerError::kOk;
  const std::int32_t version = table.partitionVersion(header.partition_index);
  if (version < 0) return ServerError::kSplitting;
  const auto owner = header.partition_hash & static_cast<std::uint64_t>(version);
  return owner == static_cast<std::uint64_t>(header.partition_index)
             ? ServerError::kOk
             : ServerError::kParentPartitionMisused;
}

ServerError checkWrite(const Replica& replica, const Incoming& request) {
  if (request.bodyBytes() > limits::kMaxWriteBytes) return ServerError::kInvalidData;
  const ServerError misplaced = checkHash(replica.table, request.header);
  if (misplaced != ServerError::kOk) return misplaced;
  if (replica.role != Role::kPrimary) return ServerError::kInvalidState;
  const bool has_quorum = replica.partition.serving() >= replica.table.writeQuorum();
  return has_quorum ? ServerError::kOk : ServerError::kNotEnoughMember;
}

}  // namespace

bool Admission::admits(Rpc rpc, const Replica& replica, const Incoming& request, std::int64_t now,
                       Answer& answer) {
  const DenyRule& rule = replica.table.rules.deny;
  if (isWrite(rpc) ? rule.writes : rule.reads) return deny(rule, answer);
  return isWrite(rpc) ? admitsWrite(replica, request, now, answer)
                      : admitsRead(replica, request, now, answer);
}

bool Admission::admitsRead(const Replica& replica, const Incoming& request, std::int64_t now,
                           Answer& answer) {
  if (!admit(checkHash(replica.table, request.header), answer)) return false;
  if (!throttling_.admitsRead(replica.table, request, now, answer)) return false;
  const bool serves = replica.role == Role::kPrimary || request.header.is_backup_request;
  return admit(serves ? ServerError::kOk : ServerError::kInvalidState, answer);
}

bool Admission::admitsWrite(const Replica& replica, const Incoming& request, std::int64_t now,
                            Answer& answer) {
  return admit(checkWrite(replica, request), answer) &&
         throttling_.admitsWrite(replica.table, request, now, answer);
}

}  // namespace bridle::internal::onebox
