#pragma once

#include <thrift/protocol/TBinaryProtocol.h>
#include <thrift/transport/TTransport.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace bridle::internal::wire {

// Thrift wants its transports and configurations behind shared pointers. One without a control
// block costs nothing; the object just has to outlive it.
template <typename T>
std::shared_ptr<T> unowned(T& object) {
  return std::shared_ptr<T>(std::shared_ptr<void>(), &object);
}

// Thrift's view of bytes to read. The methods hide the virtual ones of the base class, and the
// protocol below calls them directly.
class SpanTransport final : public apache::thrift::transport::TTransport {
 public:
  explicit SpanTransport(std::string_view bytes);

  std::size_t remaining() const { return rest_.size(); }

  std::uint32_t readAll(std::uint8_t* to, std::uint32_t size) {
    if (size > rest_.size()) throwCutOff();
    rest_.copy(reinterpret_cast<char*>(to), size);
    rest_.remove_prefix(size);
    return size;
  }

  // Throws where thrift allows "no": its protocol would go on to allocate whatever size the bytes
  // claim.
  const std::uint8_t* borrow(std::uint8_t*, std::uint32_t* size) {
    if (*size > rest_.size()) throwCutOff();
    return reinterpret_cast<const std::uint8_t*>(rest_.data());
  }
  void consume(std::uint32_t size) { rest_.remove_prefix(size); }

 private:
  [[noreturn]] static void throwCutOff();

  std::string_view rest_;
};

// Thrift's view of a string to append to.
class StringTransport final : public apache::thrift::transport::TTransport {
 public:
  explicit StringTransport(std::string& out);

  void write(const std::uint8_t* from, std::uint32_t size) {
    out_.append(reinterpret_cast<const char*>(from), size);
  }

 private:
  std::string& out_;
};

using StringProtocol = apache::thrift::protocol::TBinaryProtocolT<StringTransport>;

// The binary protocol for bytes from a peer that is not trusted. A type must be one that exists, a
// container must fit into what is left to read before memory for it is reserved, and a field that
// nobody knows is skipped only if it cannot be one of the special types.
class SpanProtocol final : public apache::thrift::protocol::TBinaryProtocolT<SpanTransport> {
 public:
  using Type = apache::thrift::protocol::TType;

  explicit SpanProtocol(SpanTransport& bytes);

  std::size_t remaining() const { return trans_->remaining(); }

  std::uint32_t readFieldBegin(std::string&, Type& type, std::int16_t& id) {
    type = readType();
    return type == apache::thrift::protocol::T_STOP ? 1 : 1 + readI16(id);
  }
  std::uint32_t readListBegin(Type& item, std::uint32_t& count) {
    item = readType();
    count = readCount();
    return 1 + sizeof(count);
  }
  std::uint32_t readSetBegin(Type& item, std::uint32_t& count) {
    return readListBegin(item, count);
  }
  std::uint32_t readMapBegin(Type& key, Type& value, std::uint32_t& count) {
    key = readType();
    return 1 + readListBegin(value, count);
  }

  std::uint32_t skip(Type type);

 private:
  [[noreturn]] static void throwNoSuchType();

  Type readType() {
    std::int8_t type = 0;
    readByte(type);
    if (type < apache::thrift::protocol::T_STOP || type > apache::thrift::protocol::T_LIST) {
      throwNoSuchType();
    }
    return static_cast<Type>(type);
  }
  std::uint32_t readCount();
};

}  // namespace bridle::internal::wire
