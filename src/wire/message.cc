#include "wire/message.h"

#include <array>

namespace bridle::internal::wire {
namespace {

constexpr std::uint32_t kVersion = 0x80010000;
constexpr std::uint32_t kVersionMask = 0xffff0000;
constexpr std::uint32_t kStrictBit = 0x80000000;

void appendU32(std::string& out, std::uint32_t value) {
  std::array<char, sizeof(value)> bytes;
  storeBigEndian(bytes.data(), value);
  out.append(bytes.data(), bytes.size());
}

}  // namespace

void appendMessage(std::string& out, MessageType type, std::string_view name,
                   std::string_view suffix, std::int32_t seq) {
  appendU32(out, kVersion | static_cast<std::uint32_t>(type));
  appendU32(out, static_cast<std::uint32_t>(name.size() + suffix.size()));
  out.append(name);
  out.append(suffix);
  appendU32(out, static_cast<std::uint32_t>(seq));
}

Message readMessage(ByteReader& in) {
  Message message;
  const std::uint32_t first = in.u32();
  if ((first & kStrictBit) == 0) {  // the old form: the first word is the length of the name
    message.name = in.bytes(first);
    message.type = static_cast<MessageType>(in.u8());
  } else {
    message.type = static_cast<MessageType>(first & 0xff);
    message.name = in.text();
    if ((first & kVersionMask) != kVersion) in.fail();
  }
  message.seq = in.i32();
  return message;
}

}  // namespace bridle::internal::wire
