#include "wire/span_protocol.h"

#include <thrift/protocol/TProtocolException.h>
#include <thrift/transport/TTransportException.h>

#include "base/limits.h"
#include "base/status.h"

namespace bridle::internal::wire {

using apache::thrift::TConfiguration;
using apache::thrift::protocol::TInputRecursionTracker;
using apache::thrift::protocol::TProtocolException;
using apache::thrift::transport::TTransportException;

namespace {

std::shared_ptr<TConfiguration> configuration() {
  static TConfiguration shared;
  return unowned(shared);
}

}  // namespace

SpanTransport::SpanTransport(std::string_view bytes) : TTransport(configuration()), rest_(bytes) {}

void SpanTransport::throwCutOff() {
  throw TTransportException(TTransportException::END_OF_FILE, "the bytes end too early");
}

StringTransport::StringTransport(std::string& out) : TTransport(configuration()), out_(out) {}

SpanProtocol::SpanProtocol(SpanTransport& bytes) : TBinaryProtocolT(unowned(bytes)) {}

void SpanProtocol::throwNoSuchType() {
  throw TProtocolException(TProtocolException::INVALID_DATA, "a type that does not exist");
}

// Each item takes a byte at least. A count below zero is a huge one.
std::uint32_t SpanProtocol::readCount() {
  std::int32_t bits = 0;
  readI32(bits);
  const auto count = static_cast<std::uint32_t>(bits);
  if (count > remaining() || count > limits::kMaxListItems) {
    throw TProtocolException(TProtocolException::SIZE_LIMIT,
                             text("a list claims ", count, " items; ", remaining(),
                                  " bytes are left, and the limit is ", limits::kMaxListItems));
  }
  return count;
}

std::uint32_t SpanProtocol::skip(Type type) {
  TInputRecursionTracker depth(*this);
  std::uint32_t count = 0;
  std::uint32_t size = 0;
  Type key = apache::thrift::protocol::T_STOP;
  Type item = apache::thrift::protocol::T_STOP;
  switch (type) {
    case apache::thrift::protocol::T_STRUCT:
      // It may be a blob, an address or the like, whose end only its reader finds.
      throw TProtocolException(TProtocolException::INVALID_DATA, "an unknown field of type struct");
    case apache::thrift::protocol::T_LIST:
      size = readListBegin(item, count);
      break;
    case apache::thrift::protocol::T_SET:
      size = readSetBegin(item, count);
      break;
    case apache::thrift::protocol::T_MAP:
      size = readMapBegin(key, item, count);
      break;
    default:
      return apache::thrift::protocol::skip(*this, type);
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    if (type == apache::thrift::protocol::T_MAP) size += skip(key);
    size += skip(item);
  }
  return size;
}

}  // namespace bridle::internal::wire
