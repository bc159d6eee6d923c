// Why a call failed, and what may have happened on the server.
//
// Every error is an absl::Status whose text says what failed, on what, and why; for a call that was
// started also the key, the partition, the servers, the number of requests, the time spent, and
// what came of each request. The same facts are available as data through errorInfo(). Whether a
// failed write may have been executed is told by mayHaveExecuted(), whatever the code.
//
// clang-format off
// code               | absl code          | what it means, and whether to try again
// -------------------+--------------------+-----------------------------------------------------------------------
// kInvalidArgument   | InvalidArgument    | nothing was sent: correct the argument
// kClosed            | FailedPrecondition | the client was closed, before the call or during it
// kWrongThread       | FailedPrecondition | nothing was sent: a blocking call on one of the client's own threads
// kCancelled         | Cancelled          | cancelled by the caller
// kDeadlineExceeded  | DeadlineExceeded   | no good answer in time: try again if the operation may run twice
// kTableNotFound     | NotFound           | the meta server knows no such table (any more)
// kTableUnavailable  | Unavailable        | the table is being created, recalled or dropped: later
// kMetaUnavailable   | Unavailable        | no meta server gave a good answer: later
// kUnavailable       | Unavailable        | no replica answered well within the allowed attempts: later
// kThrottled         | ResourceExhausted  | the server asks to slow down: later
// kOverloaded        | ResourceExhausted  | a limit of this process was reached (too much in flight, no descriptors): later
// kRefused           | FailedPrecondition | a permanent refusal by the server, whose code is in the text
// kTooLarge          | InvalidArgument    | over the server's limit for one write (1 MiB), or ours for a compressed value
// kOutcomeUnknown    | Unavailable        | sent, not answered, and not repeated since it may not run twice
// kIncomplete        | ResourceExhausted  | the server's limits cut the reading off, with nothing to go on from: ask for less
// kStorage           | Internal           | the server's storage failed; its status is in the text
// kBadReply          | DataLoss           | the peer does not speak the Pegasus protocol properly
// clang-format on
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
  kIncomplete,
  kStorage,
  kBadReply,
};

inline constexpr int kErrorCodeCount = static_cast<int>(ErrorCode::kBadReply) + 1;

std::string_view errorCodeName(ErrorCode code);  // "DeadlineExceeded"

struct ErrorInfo {
  ErrorCode code = ErrorCode::kUnavailable;
  bool may_have_executed = false;  // a write may have been applied although the call failed
  int attempts = 0;                // tries at primaries, also those that found no connection
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
