#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "wire/messages.h"
#include "wire/span_protocol.h"

// Thrift structs to bytes and back, over plain memory. The generated code is instantiated for the
// protocols of span_protocol.h, so that it makes no virtual call and no shared pointer.
namespace bridle::internal::wire {

namespace thrift_io {

inline constexpr std::int16_t kArgsField = 1;
inline constexpr std::int16_t kResultField = 0;

// A struct of one field.
template <typename T>
void appendField(std::string& out, std::int16_t id, const T& value) {
  StringTransport transport(out);
  StringProtocol protocol(unowned(transport));
  protocol.writeFieldBegin("", apache::thrift::protocol::T_STRUCT, id);
  value.write(&protocol);
  protocol.writeFieldStop();
}

// Lets `read` loose on the bytes; whatever thrift throws becomes DataLoss.
absl::Status decode(std::string_view what, std::string_view bytes,
                    absl::FunctionRef<void(SpanProtocol&)> read);

absl::Status decodeArgs(std::string_view bytes, absl::FunctionRef<void(SpanProtocol&)> read);
absl::Status decodeResult(std::string_view bytes, absl::FunctionRef<void(SpanProtocol&)> read);

}  // namespace thrift_io

// The args struct of a request: field 1 and STOP.
template <typename T>
void appendArgs(std::string& out, const T& args) {
  thrift_io::appendField(out, thrift_io::kArgsField, args);
}

// The same for a call whose argument is a blob, or a number.
void appendBlobArgs(std::string& out, std::string_view argument);
void appendI64Args(std::string& out, std::int64_t argument);

// The result wrapper of a reply: field 0 and STOP.
template <typename T>
void appendResult(std::string& out, const T& result) {
  thrift_io::appendField(out, thrift_io::kResultField, result);
}

// DataLoss if bytes are cut off or ill-formed. Bytes behind the STOP are ignored, and so are id and
// type of the one field, as servers do.
template <typename T>
absl::StatusOr<T> decodeArgs(std::string_view bytes) {
  T args;
  absl::Status status = thrift_io::decodeArgs(bytes, [&args](SpanProtocol& in) { args.read(&in); });
  if (!status.ok()) return status;
  return args;
}

absl::StatusOr<std::string> decodeBlobArgs(std::string_view bytes);
absl::StatusOr<std::int64_t> decodeI64Args(std::string_view bytes);

// DataLoss as well if there is no field 0.
template <typename T>
absl::StatusOr<T> decodeResult(std::string_view bytes) {
  T result;
  absl::Status status =
      thrift_io::decodeResult(bytes, [&result](SpanProtocol& in) { result.read(&in); });
  if (!status.ok()) return status;
  return result;
}

}  // namespace bridle::internal::wire
