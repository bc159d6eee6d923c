#include <array>

#include "base/status.h"
#include "wire/byte_reader.h"
#include "wire/frame.h"
#include "wire/framer.h"
#include "wire/message.h"
#include "wire/request_meta.h"

// Request: "THFT", header version, then
//   version 0: header length 48, crc, body length, crc, and the routing fields at fixed places;
//   version 1: length of a thrift struct, body length, that struct.
// The body is a message header and the arguments.
namespace bridle::internal::wire {
namespace {

constexpr std::string_view kSignature = "THFT";
constexpr std::uint32_t kV0HeaderBytes = 48;
constexpr std::size_t kV1PrefixBytes = 16;
constexpr std::size_t kV1HeaderBytes = kV1PrefixBytes + kRequestMetaBytes;

template <typename... Parts>
absl::Status badRequest(const Parts&... parts) {
  return statusOf(absl::StatusCode::kDataLoss, "not a request: ", parts...);
}

char* storePrefix(char* to, HeaderVersion version) {
  kSignature.copy(to, kSignature.size());
  return storeBigEndian(to + kSignature.size(), static_cast<std::uint32_t>(version));
}

void appendHeaderV0(std::string& out, const RequestHeader& header, std::uint32_t body_bytes) {
  constexpr std::uint32_t kNoCrc = 0;
  std::array<char, kV0HeaderBytes> bytes;
  char* to = storePrefix(bytes.data(), HeaderVersion::kV0);
  for (const std::uint32_t word :
       {kV0HeaderBytes, kNoCrc, body_bytes, kNoCrc, static_cast<std::uint32_t>(header.app_id),
        static_cast<std::uint32_t>(header.partition_index),
        static_cast<std::uint32_t>(header.timeout_ms), threadHash(header)}) {
    to = storeBigEndian(to, word);
  }
  storeBigEndian(to, header.partition_hash);
  out.append(bytes.data(), bytes.size());
}

void appendHeaderV1(std::string& out, const RequestHeader& header, std::uint32_t body_bytes) {
  std::array<char, kV1HeaderBytes> bytes;
  char* to = storePrefix(bytes.data(), HeaderVersion::kV1);
  to = storeBigEndian(to, static_cast<std::uint32_t>(kRequestMetaBytes));
  to = storeBigEndian(to, body_bytes);
  storeRequestMeta(to, header);
  out.append(bytes.data(), bytes.size());
}

RequestHeader readHeaderV0(ByteReader& in) {
  in.bytes(4 * sizeof(std::uint32_t));  // header length, crc, body length, crc
  RequestHeader header;
  header.app_id = in.i32();
  header.partition_index = in.i32();
  header.timeout_ms = in.i32();
  in.u32();  // thread hash
  header.partition_hash = in.u64();
  return header;
}

absl::StatusOr<RequestHeader> readHeaderV1(ByteReader& in) {
  const std::uint32_t meta_bytes = in.u32();
  in.u32();  // body length
  return decodeRequestMeta(in.bytes(meta_bytes));
}

}  // namespace

void appendRequest(std::string& out, HeaderVersion version, const RequestHeader& header,
                   std::string_view rpc, std::int32_t seq, std::string_view args) {
  const auto body_bytes = static_cast<std::uint32_t>(messageBytes(rpc.size()) + args.size());
  const auto append_header = version == HeaderVersion::kV0 ? appendHeaderV0 : appendHeaderV1;
  append_header(out, header, body_bytes);
  appendMessage(out, MessageType::kCall, rpc, {}, seq);
  out.append(args);
}

absl::StatusOr<std::size_t> measureThftRequest(std::string_view prefix) {
  ByteReader in(prefix);
  const std::string_view signature = in.bytes(kSignature.size());
  if (in.ok() && signature != kSignature) return badRequest("it does not begin with THFT");
  const std::uint32_t version = in.u32();
  if (version > static_cast<std::uint32_t>(HeaderVersion::kV1)) {
    return badRequest("header version ", version, " is unknown");
  }
  const bool is_v0 = version == static_cast<std::uint32_t>(HeaderVersion::kV0);
  const std::uint32_t header_bytes = in.u32();
  if (is_v0) in.u32();  // crc
  const std::uint32_t body_bytes = in.u32();
  if (!in.ok()) return std::size_t{0};
  if (is_v0 && header_bytes != kV0HeaderBytes) {
    return badRequest("a header of version 0 has ", kV0HeaderBytes, " bytes, not ", header_bytes);
  }
  if (body_bytes == 0) return badRequest("the body is empty");
  return (is_v0 ? 0 : kV1PrefixBytes) + std::size_t{header_bytes} + body_bytes;
}

absl::StatusOr<Request> decodeRequest(std::string_view frame) {
  const absl::StatusOr<std::size_t> size = measureThftRequest(frame);
  if (!size.ok()) return size.status();
  if (*size != frame.size()) return badRequest("the frame is cut off");
  ByteReader in(frame);
  in.bytes(kSignature.size());
  Request request;
  request.version = static_cast<HeaderVersion>(in.u32());
  const absl::StatusOr<RequestHeader> header =
      request.version == HeaderVersion::kV0 ? readHeaderV0(in) : readHeaderV1(in);
  if (!header.ok()) return header.status();
  const Message message = readMessage(in);
  if (!in.ok()) return badRequest("its body is no thrift message");
  if (message.type != MessageType::kCall && message.type != MessageType::kOneway) {
    return badRequest("it holds a message of type ", static_cast<int>(message.type));
  }
  request.header = *header;
  request.type = message.type;
  request.rpc = message.name;
  request.seq = message.seq;
  request.args = in.rest();
  return request;
}

}  // namespace bridle::internal::wire
