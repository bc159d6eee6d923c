#include "table/call_error.h"

#include <algorithm>

#include "absl/strings/escaping.h"
#include "absl/strings/str_format.h"
#include "base/error.h"
#include "base/status.h"

namespace bridle::internal {
namespace {

constexpr std::size_t kShownKeyBytes = 32;

const FailedLeg& lastFailure(Call& call) {
  static const FailedLeg kNone;
  const FailedLeg* const primary = call.trace().lastOf(LegId::kPrimary);
  return primary == nullptr ? kNone : *primary;
}

ErrorCode codeOf(Call& call) {
  switch (call.machine().failure()) {
    case CallFailure::kDeadline:
      return ErrorCode::kDeadlineExceeded;
    case CallFailure::kOutcomeUnknown:
      return ErrorCode::kOutcomeUnknown;
    case CallFailure::kFinal:
    case CallFailure::kAttemptsUsedUp:
    case CallFailure::kTooLateForRetry:
    case CallFailure::kNone:
      break;
  }
  return lastFailure(call).code;
}

std::string_view finalReason(const FailedLeg& leg) {
  const bool by_name = !leg.server_error.empty();  // that is, without a look at the data
  if (leg.code == ErrorCode::kTooLarge) {
    return by_name ? "refused by the server; the server's limit for one write is 1 MiB of key and "
                     "value together"
                   : "the answer cannot be used";
  }
  if (leg.code == ErrorCode::kStorage && by_name) return "the server's storage failed";
  return "refused by the server";
}

std::string reasonOf(Call& call) {
  const Duration limit = call.request().plan.deadline - call.request().started;
  switch (call.machine().failure()) {
    case CallFailure::kDeadline:
      return absl::StrFormat("no good answer within the time-out of %g ms", toMillis(limit));
    case CallFailure::kOutcomeUnknown:
      return "the request was sent, its outcome is unknown, and it is not repeated because it may "
             "not run twice";
    case CallFailure::kFinal:
      return std::string(finalReason(lastFailure(call)));
    case CallFailure::kTooLateForRetry:
      return absl::StrFormat("no time for another attempt within the time-out of %g ms",
                             toMillis(limit));
    case CallFailure::kAttemptsUsedUp:
    case CallFailure::kNone:
      break;
  }
  return "no more attempts";
}

std::string_view adviceFor(ErrorCode code) {
  switch (code) {
    case ErrorCode::kThrottled:
      return "; the server asks to slow down, try again later";
    case ErrorCode::kOverloaded:
      return "; too much is in flight already, wait for some calls to end";
    default:
      return "";
  }
}

std::string shownKey(std::string_view key) {
  const bool whole = key.size() <= kShownKeyBytes;
  return text("\"", absl::CHexEscape(toAbsl(key.substr(0, kShownKeyBytes))),
              whole ? "\"" : "\"...");
}

std::string count(int n, std::string_view what) {
  return text(n, " ", what, n == 1 ? "" : "s");
}

std::string waitingLeg(Call& call, LegId id) {
  if (!call.machine().waits(id)) return "";
  const CallLeg& leg = call.leg(id);
  return absl::StrFormat("; %s to %s at %.1f ms: no answer yet",
                         id == LegId::kPrimary ? "primary" : "backup", leg.server().toString(),
                         toMillis(leg.sentAt() - call.request().started));
}

absl::Status compose(Call& call, ErrorCode code, std::string_view table, std::string_view reason,
                     TimePoint now) {
  // The caller's clock may be ahead of the time of the loop's turn.
  const Duration elapsed = std::max(now - call.request().started, Duration::zero());
  const int attempts = call.machine().attempts();
  std::string message(call.request().spec.name);
  const std::string_view key = call.request().hash_key;  // a scan has none
  if (!key.empty()) absl::StrAppend(&message, " ", shownKey(key));
  absl::StrAppend(&message, " on table \"", toAbsl(table), "\"");
  if (call.partition >= 0) absl::StrAppend(&message, " partition ", call.partition);
  absl::StrAppend(&message, " failed: ", toAbsl(reason), toAbsl(adviceFor(code)));
  absl::StrAppendFormat(&message, " (%s, %s, %.1f ms)", count(attempts, "request"),
                        count(call.backups, "backup request"), toMillis(elapsed));
  if (call.may_have_executed) message += "; it may have been executed";
  if (!call.trace().empty()) message += "; " + call.trace().toString();
  message += waitingLeg(call, LegId::kPrimary) + waitingLeg(call, LegId::kBackup);
  return makeError({.code = code,
                    .may_have_executed = call.may_have_executed,
                    .attempts = attempts,
                    .backups = call.backups,
                    .elapsed_ms = toMillis(elapsed),
                    .server_error = lastFailure(call).server_error},
                   message);
}

}  // namespace

absl::Status callError(Call& call, std::string_view table, TimePoint now) {
  return compose(call, codeOf(call), table, reasonOf(call), now);
}

absl::Status callAborted(Call& call, ErrorCode code, std::string_view table, std::string_view why,
                         TimePoint now) {
  return compose(call, code, table, why, now);
}

}  // namespace bridle::internal
