#include "onebox/fault_rules.h"

#include "base/limits.h"
#include "base/status.h"

namespace bridle::internal::onebox {
namespace {

using wire::ServerError;

bool known(const std::string& error) {
  const ServerError code = wire::errorFromName(error);
  return code != ServerError::kUnrecognised && code != ServerError::kOk;
}

absl::Status checkSelectors(const OneboxFault& fault, int replicas, int metas) {
  const bool at_meta = fault.op == OneboxOp::kMeta;
  const int servers = at_meta ? metas : replicas;
  if (fault.server && (*fault.server < 0 || *fault.server >= servers)) {
    return invalidArgument("fault: server ", *fault.server, " does not exist; there are ", servers,
                           at_meta ? " meta servers" : " replica servers", ", counted from 0");
  }
  const bool of_data = fault.role != OneboxRole::kAny || !fault.table.empty() || fault.partition;
  if (at_meta && of_data) {
    return invalidArgument("fault: calls to a meta server have no role, table or partition");
  }
  if (fault.partition && (*fault.partition < 0 || *fault.partition >= limits::kMaxPartitions)) {
    return invalidArgument("fault: partition ", *fault.partition,
                           " cannot be; they are counted from 0 to ", limits::kMaxPartitions - 1);
  }
  if (!(fault.probability >= 0 && fault.probability <= 1)) {
    return invalidArgument("fault: the probability is ", fault.probability,
                           ", but must be from 0 to 1");
  }
  return absl::OkStatus();
}

absl::Status checkEffects(const OneboxFault& fault) {
  const double least = fault.delay_min_ms;
  const double most = fault.delay_max_ms;
  if (!(least >= 0 && least <= most && most <= limits::kMaxFaultDelayMs)) {
    return invalidArgument("fault: a delay from ", least, " to ", most,
                           " ms is no range; it needs 0 <= delay_min_ms <= delay_max_ms <= ",
                           limits::kMaxFaultDelayMs);
  }
  if (!fault.error.empty() && !known(fault.error)) {
    return invalidArgument("fault: \"", fault.error,
                           "\" is no error of a server; write a name such as ERR_BUSY");
  }
  const bool has_effect = most > 0 || fault.drop || fault.ignore || fault.close || fault.empty_ok ||
                          fault.garbage || !fault.error.empty();
  return has_effect ? absl::OkStatus() : invalidArgument("fault: it has no effect; set one");
}

bool matches(OneboxOp op, Rpc rpc) {
  switch (op) {
    case OneboxOp::kAny:
      return true;
    case OneboxOp::kRead:
      return isRead(rpc);
    case OneboxOp::kWrite:
      return isWrite(rpc);
    case OneboxOp::kGet:
      return rpc == Rpc::kGet;
    case OneboxOp::kSet:
      return rpc == Rpc::kPut;
    case OneboxOp::kDel:
      return rpc == Rpc::kRemove;
    case OneboxOp::kTtl:
      return rpc == Rpc::kTtl;
    case OneboxOp::kMultiGet:
      return rpc == Rpc::kMultiGet;
    case OneboxOp::kBatchGet:
      return rpc == Rpc::kBatchGet;
    case OneboxOp::kSortKeyCount:
      return rpc == Rpc::kSortkeyCount;
    case OneboxOp::kGetScanner:
      return rpc == Rpc::kGetScanner;
    case OneboxOp::kScan:
      return rpc == Rpc::kScan;
    case OneboxOp::kClearScanner:
      return rpc == Rpc::kClearScanner;
    case OneboxOp::kMultiSet:
      return rpc == Rpc::kMultiPut;
    case OneboxOp::kMultiDel:
      return rpc == Rpc::kMultiRemove;
    case OneboxOp::kIncr:
      return rpc == Rpc::kIncr;
    case OneboxOp::kCheckAndSet:
      return rpc == Rpc::kCheckAndSet;
    case OneboxOp::kCheckAndMutate:
      return rpc == Rpc::kCheckAndMutate;
    case OneboxOp::kMeta:
      return false;
  }
  return false;
}

bool matches(OneboxRole role, Role actual) {
  switch (role) {
    case OneboxRole::kAny:
      return true;
    case OneboxRole::kPrimary:
      return actual == Role::kPrimary;
    case OneboxRole::kSecondary:
      return actual == Role::kSecondary;
  }
  return false;
}

bool matches(const OneboxFault& fault, const FaultSubject& subject) {
  if (fault.server && *fault.server != subject.server) return false;
  if (subject.at_meta || fault.op == OneboxOp::kMeta) {
    return subject.at_meta && fault.op == OneboxOp::kMeta;
  }
  return matches(fault.op, subject.rpc) && matches(fault.role, subject.role) &&
         (fault.table.empty() || fault.table == subject.table) &&
         fault.partition.value_or(subject.partition) == subject.partition;
}

}  // namespace

absl::StatusOr<int> FaultRules::add(const OneboxFault& fault, int replicas, int metas) {
  if (absl::Status status = checkSelectors(fault, replicas, metas); !status.ok()) return status;
  if (absl::Status status = checkEffects(fault); !status.ok()) return status;
  if (rules_.size() >= limits::kMaxFaults) {
    return statusOf(absl::StatusCode::kResourceExhausted, "fault: there are ", rules_.size(),
                    " already, the most a onebox takes; remove some");
  }
  rules_.emplace_back(++last_id_, fault);
  return last_id_;
}

void FaultRules::remove(int id) {
  std::erase_if(rules_, [id](const auto& rule) { return rule.first == id; });
}

FaultPlan FaultRules::draw(const FaultSubject& subject) {
  FaultPlan plan;
  for (const auto& [id, fault] : rules_) {
    if (matches(fault, subject) && rng_.chance(fault.probability)) apply(fault, plan);
  }
  return plan;
}

void FaultRules::apply(const OneboxFault& fault, FaultPlan& plan) {
  const double spread = fault.delay_max_ms - fault.delay_min_ms;
  plan.delay += fromMillis(fault.delay_min_ms + spread * rng_.uniform());
  plan.ignore |= fault.ignore;
  plan.drop |= fault.drop;
  plan.close |= fault.close;
  plan.empty_ok |= fault.empty_ok;
  plan.garbage |= fault.garbage;
  if (plan.error == ServerError::kOk && !fault.error.empty()) {
    plan.error = wire::errorFromName(fault.error);
  }
}

}  // namespace bridle::internal::onebox
