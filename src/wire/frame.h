#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "wire/errors.h"

namespace bridle::internal::wire {

enum class HeaderVersion : std::uint8_t { kV0 = 0, kV1 = 1 };

// What the request header carries beside lengths. Meta calls use gpid 0.0 and hash 0.
struct RequestHeader {
  std::int32_t app_id = 0;
  std::int32_t partition_index = 0;
  std::int32_t timeout_ms = 0;
  std::uint64_t partition_hash = 0;
  bool is_backup_request = false;  // v1 only: version 0 has no place for it
  bool operator==(const RequestHeader&) const = default;
};

enum class MessageType : std::uint8_t { kCall = 1, kReply = 2, kException = 3, kOneway = 4 };

// Appends one whole THFT frame. `args` are the bytes behind the thrift message header: the args
// struct with its STOP.
void appendRequest(std::string& out, HeaderVersion version, const RequestHeader& header,
                   std::string_view rpc, std::int32_t seq, std::string_view args);

// A decoded request frame; the views point into the frame.
struct Request {
  HeaderVersion version = HeaderVersion::kV1;
  RequestHeader header;
  MessageType type = MessageType::kCall;
  std::string_view rpc;
  std::int32_t seq = 0;
  std::string_view args;
};

// `frame` is one whole frame as found by RequestFramer. DataLoss says what is wrong.
absl::StatusOr<Request> decodeRequest(std::string_view frame);

// Appends one whole reply frame. `result` is the result wrapper struct (field 0 and STOP), empty on
// errors.
void appendReply(std::string& out, std::string_view error_name, std::string_view rpc,
                 std::int32_t seq, std::string_view result);

// A decoded reply frame; the views point into the frame. `result` may be empty on OK, and always is
// on an error: some servers send a struct along even then, and it means nothing.
struct Reply {
  ServerError error = ServerError::kOk;
  std::string_view error_name;  // as sent, whether we know it or not
  std::string_view ack;         // "<rpc>_ACK"
  std::int32_t seq = 0;
  std::string_view result;
};

absl::StatusOr<Reply> decodeReply(std::string_view frame);

}  // namespace bridle::internal::wire
