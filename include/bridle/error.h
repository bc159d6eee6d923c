// Why a call failed, and what may have happened on the server.
//
// Every error is an absl::Status whose text names the operation, the table, the partition, the
// server, the number of requests sent, the time spent, and what to do. The same facts are available
// as data through errorInfo().
//
// code                | absl code          | sent? | worth a retry by the application?
// --------------------+--------------------+-------+--------------------------------------------------------------
// kInvalidArgument    | InvalidArgument    | no    | no: correct the argument
// kClosed             | FailedPrecondition | no    | no: the client was closed
// kWrongThread        | FailedPrecondition | no    | no: a blocking call on one of the client's own
// threads kCancelled          | Cancelled          | maybe | as the application likes
// kDeadlineExceeded   | DeadlineExceeded   | maybe | if the operation may run twice, see
// mayHaveExecuted() kTableNotFound      | NotFound           | no    | no: the meta server knows no
// such table kTableUnavailable   | Unavailable        | no    | later: the table is being created,
// recalled or dropped kMetaUnavailable    | Unavailable        | no    | later: no meta server gave
// an answer kUnavailable        | Unavailable        | maybe | later: no replica answered well
// within the allowed attempts kThrottled          | ResourceExhausted  | no    | later: the server
// asks to slow down kOverloaded         | ResourceExhausted  | no    | later: a limit of this
// client was reached (too much in flight) kRefused            | varies             | no    | no: a
// permanent refusal by the server (its code is in the text) kTooLarge           | InvalidArgument
// | no    | no: the server's limit for one write (1 MiB) was exceeded kOutcomeUnknown     |
// Unavailable        | maybe | only if it may run twice; not retried by bridle for that reason
// kStorage            | Internal           | yes   | depends on the storage status, which is in the
// text kBadReply           | DataLoss           | maybe | no: the peer does not speak the Pegasus
// protocol properly
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace bridle {

enum class ErrorCode : std::uint8_t {
  kInvalidArgument,
  kClosed,
  kWrongThread,
  kCancelled,
  kDeadlineExceeded,
  kTableNotFound,
  kTableUnavailable,
  kMetaUnavailable,
  kUnavailable,
  kThrottled,
  kOverloaded,
  kRefused,
  kTooLarge,
  kOutcomeUnknown,
  kStorage,
  kBadReply,
};

inline constexpr int kErrorCodeCount = static_cast<int>(ErrorCode::kBadReply) + 1;

std::string_view errorCodeName(ErrorCode code);  // "DeadlineExceeded"

struct ErrorInfo {
  ErrorCode code = ErrorCode::kUnavailable;
  bool may_have_executed = false;  // a write may have been applied although the call failed
  int attempts = 0;                // requests sent to primaries
  int backups = 0;                 // backup requests sent
  double elapsed_ms = 0;
  std::string server_error = {};  // the server's own code, such as "ERR_BUSY"; empty if none came

  bool operator==(const ErrorInfo&) const = default;
};

// The facts behind an error made by bridle; nullopt for OK and for statuses of other origin.
// Thread-safe.
std::optional<ErrorInfo> errorInfo(const absl::Status& status);

// May the failed operation have been executed? False for OK and whenever nothing was sent or the
// server refused.
bool mayHaveExecuted(const absl::Status& status);

}  // namespace bridle
