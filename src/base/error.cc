#include "base/error.h"

#include <cstring>

#include "absl/strings/cord.h"
#include "base/status.h"

namespace bridle {
namespace internal {
namespace {

constexpr absl::string_view kPayload = "bridle.ErrorInfo";

// The payload never leaves the process: fixed fields first, then the text.
struct FixedPart {
  ErrorCode code;
  bool may_have_executed;
  int attempts;
  int backups;
  double elapsed_ms;
};

absl::Cord encode(const ErrorInfo& info) {
  const FixedPart fixed{info.code, info.may_have_executed, info.attempts, info.backups,
                        info.elapsed_ms};
  char bytes[sizeof(FixedPart)] = {};
  std::memcpy(bytes, &fixed, sizeof(fixed));
  absl::Cord cord(absl::string_view(bytes, sizeof(bytes)));
  cord.Append(info.server_error);
  return cord;
}

ErrorInfo decode(const std::string& bytes) {
  FixedPart fixed;
  std::memcpy(&fixed, bytes.data(), sizeof(fixed));
  return {fixed.code,    fixed.may_have_executed, fixed.attempts,
          fixed.backups, fixed.elapsed_ms,        bytes.substr(sizeof(fixed))};
}

}  // namespace

absl::StatusCode canonicalCode(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument:
    case ErrorCode::kTooLarge:
      return absl::StatusCode::kInvalidArgument;
    case ErrorCode::kClosed:
    case ErrorCode::kWrongThread:
    case ErrorCode::kRefused:
      return absl::StatusCode::kFailedPrecondition;
    case ErrorCode::kCancelled:
      return absl::StatusCode::kCancelled;
    case ErrorCode::kDeadlineExceeded:
      return absl::StatusCode::kDeadlineExceeded;
    case ErrorCode::kTableNotFound:
      return absl::StatusCode::kNotFound;
    case ErrorCode::kTableUnavailable:
    case ErrorCode::kMetaUnavailable:
    case ErrorCode::kUnavailable:
    case ErrorCode::kOutcomeUnknown:
      return absl::StatusCode::kUnavailable;
    case ErrorCode::kThrottled:
    case ErrorCode::kOverloaded:
      return absl::StatusCode::kResourceExhausted;
    case ErrorCode::kStorage:
      return absl::StatusCode::kInternal;
    case ErrorCode::kBadReply:
      return absl::StatusCode::kDataLoss;
  }
  return absl::StatusCode::kUnknown;
}

absl::Status makeError(const ErrorInfo& info, std::string_view text) {
  absl::Status status(canonicalCode(info.code), toAbsl(text));
  status.SetPayload(kPayload, encode(info));
  return status;
}

absl::Status makeError(ErrorCode code, std::string_view text) {
  return makeError(ErrorInfo{.code = code}, text);
}

}  // namespace internal

std::string_view errorCodeName(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument:
      return "InvalidArgument";
    case ErrorCode::kClosed:
      return "Closed";
    case ErrorCode::kWrongThread:
      return "WrongThread";
    case ErrorCode::kCancelled:
      return "Cancelled";
    case ErrorCode::kDeadlineExceeded:
      return "DeadlineExceeded";
    case ErrorCode::kTableNotFound:
      return "TableNotFound";
    case ErrorCode::kTableUnavailable:
      return "TableUnavailable";
    case ErrorCode::kMetaUnavailable:
      return "MetaUnavailable";
    case ErrorCode::kUnavailable:
      return "Unavailable";
    case ErrorCode::kThrottled:
      return "Throttled";
    case ErrorCode::kOverloaded:
      return "Overloaded";
    case ErrorCode::kRefused:
      return "Refused";
    case ErrorCode::kTooLarge:
      return "TooLarge";
    case ErrorCode::kOutcomeUnknown:
      return "OutcomeUnknown";
    case ErrorCode::kStorage:
      return "Storage";
    case ErrorCode::kBadReply:
      return "BadReply";
  }
  return "unknown";
}

std::optional<ErrorInfo> errorInfo(const absl::Status& status) {
  const auto payload = status.GetPayload(internal::kPayload);
  if (!payload.has_value()) return std::nullopt;
  const std::string bytes(*payload);
  if (bytes.size() < sizeof(internal::FixedPart)) return std::nullopt;
  return internal::decode(bytes);
}

bool mayHaveExecuted(const absl::Status& status) {
  const std::optional<ErrorInfo> info = errorInfo(status);
  return info.has_value() && info->may_have_executed;
}

}  // namespace bridle
