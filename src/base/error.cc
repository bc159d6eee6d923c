#include "base/error.h"

#include <cstdio>
#include <string>

#include "absl/strings/cord.h"
#include "absl/strings/str_format.h"
#include "base/status.h"

namespace bridle {
namespace internal {
namespace {

constexpr absl::string_view kPayload = "bridle";

// Text, since printing a status prints its payload too.
std::string encode(const ErrorInfo& info) {
  return absl::StrFormat(
      "code=%d may_have_executed=%d attempts=%d backups=%d elapsed_ms=%.3f server_error=%s",
      static_cast<int>(info.code), info.may_have_executed ? 1 : 0, info.attempts, info.backups,
      info.elapsed_ms, info.server_error);
}

std::optional<ErrorInfo> decode(const std::string& payload) {
  int code = 0;
  int may_have_executed = 0;
  int end = 0;
  ErrorInfo info;
  const int fields = std::sscanf(
      payload.c_str(),
      "code=%d may_have_executed=%d attempts=%d backups=%d elapsed_ms=%lf server_error=%n", &code,
      &may_have_executed, &info.attempts, &info.backups, &info.elapsed_ms, &end);
  if (fields != 5 || code < 0 || code >= kErrorCodeCount) return std::nullopt;
  info.code = static_cast<ErrorCode>(code);
  info.may_have_executed = may_have_executed != 0;
  info.server_error = payload.substr(static_cast<std::size_t>(end));
  return info;
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
    case ErrorCode::kIncomplete:
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
  status.SetPayload(kPayload, absl::Cord(encode(info)));
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
    case ErrorCode::kIncomplete:
      return "Incomplete";
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
  return internal::decode(std::string(*payload));
}

bool mayHaveExecuted(const absl::Status& status) {
  const std::optional<ErrorInfo> info = errorInfo(status);
  return info.has_value() && info->may_have_executed;
}

}  // namespace bridle
