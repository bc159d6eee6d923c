#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "wire/byte_reader.h"
#include "wire/frame.h"

namespace bridle::internal::wire {

// The thrift message header that stands before arguments and results.
struct Message {
  MessageType type = MessageType::kCall;
  std::string_view name;
  std::int32_t seq = 0;
};

// How many bytes appendMessage() adds.
constexpr std::size_t messageBytes(std::size_t name_bytes) {
  return 3 * sizeof(std::uint32_t) + name_bytes;
}

// The name comes in two parts, since that of a reply has a suffix.
void appendMessage(std::string& out, MessageType type, std::string_view name,
                   std::string_view suffix, std::int32_t seq);

// Takes the strict form and the older one without a version word. Anything else leaves `in` not ok.
Message readMessage(ByteReader& in);

}  // namespace bridle::internal::wire
