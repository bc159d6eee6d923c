#pragma once

#include <cstdint>
#include <string_view>

namespace bridle::internal::wire {

// Framework error names of the server (protocol.md 6.2). They travel as text.
enum class ServerError : std::uint8_t {
  kOk,
  // one enumerator per name of the list of protocol.md 6.2, in its order: kUnknown,
  // kServiceNotFound, ...
  kUnrecognised,  // a name that is not in the list: a failure of an unknown kind, never a protocol
                  // error
};

std::string_view errorName(ServerError error);     // "ERR_OK"
ServerError errorFromName(std::string_view name);  // kUnrecognised if it is not in the list

// Storage status inside a response (protocol.md 6.1).
enum class StorageStatus : std::int32_t {
  kOk = 0,
  kNotFound = 1,
  kCorruption = 2,
  kNotSupported = 3,
  kInvalidArgument = 4,
  kIoError = 5,
  kMergeInProgress = 6,
  kIncomplete = 7,
  kShutdownInProgress = 8,
  kTimedOut = 9,
  kAborted = 10,
  kBusy = 11,
  kExpired = 12,
  kTryAgain = 13,
};

std::string_view storageStatusName(std::int32_t code);  // "NotFound"; "unknown status" otherwise

}  // namespace bridle::internal::wire
