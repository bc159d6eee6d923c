#include "call/verdict.h"

#include <array>
#include <cstddef>

namespace bridle::internal {
namespace {

using wire::ServerError;

constexpr std::size_t kErrors = static_cast<std::size_t>(ServerError::kUnrecognised) + 1;

// A new error name has to be given its place here by hand: kFinal is right only for an answer that
// was certainly not executed and that every replica would repeat.
static_assert(kErrors == 89, "place the new server error in verdicts()");

constexpr std::array<Verdict, kErrors> verdicts() {
  std::array<Verdict, kErrors> table{};
  table.fill(Verdict::kFinal);
  const auto place = [&table](Verdict verdict, auto... errors) {
    ((table[static_cast<std::size_t>(errors)] = verdict), ...);
  };
  place(Verdict::kOk, ServerError::kOk);
  // Not the primary, not ready, not hosting the partition, or the key has moved in a split.
  place(Verdict::kStaleRoute, ServerError::kObjectNotFound, ServerError::kInvalidState,
        ServerError::kInactiveState, ServerError::kParentPartitionMisused,
        ServerError::kChildNotReady);
  // Passes by itself: too few replicas for a write, a split switching over, a server that starts.
  place(Verdict::kRejected, ServerError::kNotEnoughMember, ServerError::kSplitting,
        ServerError::kServiceNotActive, ServerError::kUnderRecovery);
  place(Verdict::kBusy, ServerError::kBusy, ServerError::kCapacityExceeded, ServerError::kTryAgain);
  // Something broke on the way or inside; the request may have been executed.
  place(Verdict::kAmbiguous, ServerError::kUnknown, ServerError::kTimeout,
        ServerError::kNetworkFailure, ServerError::kReplicationFailure,
        ServerError::kLocalAppFailure, ServerError::kUnrecognised);
  return table;
}

constexpr std::array<Verdict, kErrors> kVerdicts = verdicts();

}  // namespace

std::string_view verdictName(Verdict verdict) {
  switch (verdict) {
    case Verdict::kOk:
      return "ok";
    case Verdict::kNotSent:
      return "not sent";
    case Verdict::kRejected:
      return "rejected";
    case Verdict::kStaleRoute:
      return "stale route";
    case Verdict::kBusy:
      return "busy";
    case Verdict::kAmbiguous:
      return "ambiguous";
    case Verdict::kFinal:
      return "final";
  }
  return "unknown";
}

Verdict verdictOf(ServerError error) {
  return kVerdicts[static_cast<std::size_t>(error)];
}

ErrorCode errorCodeOf(ServerError error) {
  if (error == ServerError::kInvalidData) return ErrorCode::kTooLarge;
  if (error == ServerError::kFileOperationFailed) return ErrorCode::kStorage;
  switch (verdictOf(error)) {
    case Verdict::kBusy:
      return ErrorCode::kThrottled;
    case Verdict::kFinal:
      return ErrorCode::kRefused;
    default:
      return ErrorCode::kUnavailable;
  }
}

}  // namespace bridle::internal
