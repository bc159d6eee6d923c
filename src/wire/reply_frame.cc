#include <array>

#include "base/status.h"
#include "wire/byte_reader.h"
#include "wire/frame.h"
#include "wire/framer.h"
#include "wire/message.h"
#include "wire/rpc_names.h"

// Reply: total length (its own four bytes included), error name, message header, result.
namespace bridle::internal::wire {
namespace {

constexpr std::size_t kLengthBytes = 4;

// Length, an empty error name, a message header with an empty name.
constexpr std::size_t kMinReplyBytes = 2 * kLengthBytes + messageBytes(0);

}  // namespace

void appendReply(std::string& out, std::string_view error_name, std::string_view rpc,
                 std::int32_t seq, std::string_view result) {
  // A name that is too long is cut, which can cost it the suffix.
  rpc = rpc.substr(0, rpc_names::kMaxNameBytes);
  const auto suffix = rpc_names::kAckSuffix.substr(0, rpc_names::kMaxNameBytes - rpc.size());
  const std::size_t size =
      kMinReplyBytes + error_name.size() + rpc.size() + suffix.size() + result.size();
  std::array<char, 2 * kLengthBytes> head;
  char* const error_length = storeBigEndian(head.data(), static_cast<std::uint32_t>(size));
  storeBigEndian(error_length, static_cast<std::uint32_t>(error_name.size()));
  out.append(head.data(), head.size());
  out.append(error_name);
  appendMessage(out, MessageType::kReply, rpc, suffix, seq);
  out.append(result);
}

absl::StatusOr<std::size_t> measureReply(std::string_view prefix) {
  if (prefix.size() < kLengthBytes) return std::size_t{0};
  const std::size_t size = loadBigEndian<std::uint32_t>(prefix.data());
  if (size < kMinReplyBytes) {
    return statusOf(absl::StatusCode::kDataLoss, "a reply claims ", size,
                    " bytes; the shortest has ", kMinReplyBytes);
  }
  return size;
}

absl::StatusOr<Reply> decodeReply(std::string_view frame) {
  ByteReader in(frame);
  const std::size_t size = in.u32();
  Reply reply;
  reply.error_name = in.text();
  const Message message = readMessage(in);
  if (!in.ok() || size != frame.size()) {
    return statusOf(absl::StatusCode::kDataLoss, "a reply frame of ", frame.size(),
                    " bytes is ill-formed");
  }
  if (message.type != MessageType::kReply) {
    return statusOf(absl::StatusCode::kDataLoss, "a reply frame holds a message of type ",
                    static_cast<int>(message.type));
  }
  reply.error = errorFromName(reply.error_name);
  reply.ack = message.name;
  reply.seq = message.seq;
  if (reply.error == ServerError::kOk) reply.result = in.rest();
  return reply;
}

}  // namespace bridle::internal::wire
