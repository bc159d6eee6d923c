#include "onebox/data/throttling.h"

#include <algorithm>
#include <chrono>

namespace bridle::internal::onebox {
namespace {

using wire::ServerError;

enum class Verdict : std::uint8_t { kPass, kDelay, kReject };

struct Judgement {
  Verdict verdict = Verdict::kPass;
  Duration wait{};
};

// No request waits for more than half of the time its client gives it.
Duration waitOf(const ThrottleRule::Limit& limit, std::int32_t timeout_ms) {
  if (timeout_ms <= 0) return limit.wait;
  return std::min<Duration>(limit.wait, std::chrono::milliseconds(timeout_ms) / 2);
}

// Rejected requests do not count.
Judgement judge(const ThrottleRule& rule, const Table& table, std::int64_t units,
                std::int32_t timeout_ms, std::int64_t& used) {
  const auto exceeds = [&](const std::optional<ThrottleRule::Limit>& limit) {
    return limit && used + units > limit->ofPartition(table.spec.partitions);
  };
  if (exceeds(rule.reject)) return {Verdict::kReject, waitOf(*rule.reject, timeout_ms)};
  const bool is_late = exceeds(rule.delay);
  used += units;
  if (is_late) return {Verdict::kDelay, waitOf(*rule.delay, timeout_ms)};
  return {};
}

// A rejection comes after the wait as well.
bool admit(const Judgement& judgement, Answer& answer) {
  if (judgement.verdict == Verdict::kPass) return true;
  const bool rejects = judgement.verdict == Verdict::kReject;
  if (rejects && judgement.wait == Duration::zero()) {
    answer.refuse(ServerError::kBusy);
  } else {
    answer.serveLater(judgement.wait, rejects ? ServerError::kBusy : ServerError::kOk);
  }
  return false;
}

std::int64_t shareOfBytes(const Table& table) {
  return table.rules.read_bytes_per_second / table.spec.partitions;
}

}  // namespace

bool Throttling::admitsRead(const Table& table, const Incoming& request, std::int64_t now,
                            Answer& answer) {
  const bool backup = request.header.is_backup_request;
  const std::optional<ThrottleRule>& rule =
      backup ? table.rules.backup_request_throttling : table.rules.read_throttling;
  if (!rule || request.was_throttled) return true;
  Traffic& traffic = trafficOf(request.header, now);
  const Judgement judgement = judge(*rule, table, 1, request.header.timeout_ms,
                                    backup ? traffic.backup_reads : traffic.reads);
  if (!backup || judgement.verdict != Verdict::kReject) return admit(judgement, answer);
  answer.sayNothing();
  return false;
}

bool Throttling::admitsWrite(const Table& table, const Incoming& request, std::int64_t now,
                             Answer& answer) {
  const TableRules& rules = table.rules;
  const bool has_rule = rules.write_throttling || rules.write_throttling_by_size;
  if (!has_rule || request.was_throttled) return true;
  Traffic& traffic = trafficOf(request.header, now);
  const std::int32_t timeout_ms = request.header.timeout_ms;
  Judgement judgement;
  if (rules.write_throttling) {
    judgement = judge(*rules.write_throttling, table, 1, timeout_ms, traffic.writes);
  }
  if (judgement.verdict == Verdict::kPass && rules.write_throttling_by_size) {
    judgement =
        judge(*rules.write_throttling_by_size, table,
              static_cast<std::int64_t>(request.bodyBytes()), timeout_ms, traffic.written_bytes);
  }
  return admit(judgement, answer);
}

bool Throttling::hasReadBytesLeft(const Table& table, const wire::RequestHeader& header,
                                  std::int64_t now) {
  if (table.rules.read_bytes_per_second == 0) return true;
  return trafficOf(header, now).read_bytes < shareOfBytes(table);
}

void Throttling::countRead(const Table& table, const wire::RequestHeader& header,
                           std::int64_t bytes) {
  if (table.rules.read_bytes_per_second == 0 || bytes > shareOfBytes(table)) return;
  trafficOf(header, second_).read_bytes += bytes;
}

Throttling::Traffic& Throttling::trafficOf(const wire::RequestHeader& header, std::int64_t now) {
  if (now != second_) traffic_.clear();
  second_ = now;
  return traffic_[{header.app_id, header.partition_index}];
}

}  // namespace bridle::internal::onebox
