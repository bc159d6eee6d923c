#include "wire/thrift_io.h"

#include <array>
#include <exception>

#include "base/status.h"
#include "wire/byte_reader.h"

namespace bridle::internal::wire {

using apache::thrift::protocol::TProtocolException;
using apache::thrift::protocol::TType;

namespace {

constexpr char kStop = apache::thrift::protocol::T_STOP;

// The header of the one field of a wrapper struct; thrift looks at no name in the binary protocol.
std::pair<TType, std::int16_t> readFieldHeader(SpanProtocol& in) {
  std::string name;
  TType type = apache::thrift::protocol::T_STOP;
  std::int16_t id = 0;
  in.readFieldBegin(name, type, id);
  return {type, id};
}

void require(bool condition, const char* what) {
  if (!condition) throw TProtocolException(TProtocolException::INVALID_DATA, what);
}

void readStop(SpanProtocol& in) {
  require(readFieldHeader(in).first == kStop, "a second field behind the first");
}

}  // namespace

namespace thrift_io {

absl::Status decode(std::string_view what, std::string_view bytes,
                    absl::FunctionRef<void(SpanProtocol&)> read) {
  SpanTransport transport(bytes);
  try {
    SpanProtocol protocol(transport);
    read(protocol);
    return absl::OkStatus();
  } catch (const std::exception& error) {
    return statusOf(absl::StatusCode::kDataLoss, "cannot decode ", what, " of ", bytes.size(),
                    " bytes: ", error.what(), ", at byte ", bytes.size() - transport.remaining());
  }
}

absl::Status decodeArgs(std::string_view bytes, absl::FunctionRef<void(SpanProtocol&)> read) {
  return decode("a request argument", bytes, [read](SpanProtocol& in) {
    require(readFieldHeader(in).first != kStop, "there is no argument");
    read(in);
    readStop(in);
  });
}

absl::Status decodeResult(std::string_view bytes, absl::FunctionRef<void(SpanProtocol&)> read) {
  return decode("a reply", bytes, [read](SpanProtocol& in) {
    const auto [type, id] = readFieldHeader(in);
    require(type == apache::thrift::protocol::T_STRUCT && id == kResultField, "there is no result");
    read(in);
    readStop(in);
  });
}

}  // namespace thrift_io

void appendBlobArgs(std::string& out, std::string_view argument) {
  std::array<char, 7> head;
  head[0] = apache::thrift::protocol::T_STRUCT;
  char* end = storeBigEndian(&head[1], std::uint16_t{thrift_io::kArgsField});
  storeBigEndian(end, static_cast<std::uint32_t>(argument.size()));
  out.append(head.data(), head.size());
  out.append(argument);
  out.push_back(kStop);
}

void appendI64Args(std::string& out, std::int64_t argument) {
  StringTransport transport(out);
  StringProtocol protocol(unowned(transport));
  protocol.writeFieldBegin("", apache::thrift::protocol::T_I64, thrift_io::kArgsField);
  protocol.writeI64(argument);
  protocol.writeFieldStop();
}

absl::StatusOr<std::string> decodeBlobArgs(std::string_view bytes) {
  std::string argument;
  absl::Status status =
      thrift_io::decodeArgs(bytes, [&argument](SpanProtocol& in) { in.readBinary(argument); });
  if (!status.ok()) return status;
  return argument;
}

absl::StatusOr<std::int64_t> decodeI64Args(std::string_view bytes) {
  std::int64_t argument = 0;
  absl::Status status =
      thrift_io::decodeArgs(bytes, [&argument](SpanProtocol& in) { in.readI64(argument); });
  if (!status.ok()) return status;
  return argument;
}

}  // namespace bridle::internal::wire
