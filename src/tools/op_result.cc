#include "tools/op_result.h"

#include <optional>

#include "base/status.h"
#include "bridle/error.h"

namespace bridle::internal {
namespace {

using bench::OpStatus;

OpStatus statusOf(const absl::Status& status) {
  const std::optional<ErrorInfo> info = errorInfo(status);
  switch (info.has_value() ? info->code : ErrorCode::kBadReply) {
    case ErrorCode::kDeadlineExceeded:
      return OpStatus::kTimeout;
    case ErrorCode::kUnavailable:
    case ErrorCode::kMetaUnavailable:
    case ErrorCode::kTableUnavailable:
    case ErrorCode::kThrottled:
    case ErrorCode::kOverloaded:
      return OpStatus::kUnavailable;
    case ErrorCode::kRefused:
    case ErrorCode::kTooLarge:
    case ErrorCode::kInvalidArgument:
      return OpStatus::kRefused;
    default:
      return OpStatus::kError;
  }
}

}  // namespace

bench::OpResult failureOf(const absl::Status& status) {
  return {.status = statusOf(status), .value = {}, .error = toStd(status.message())};
}

}  // namespace bridle::internal
