#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "support/status_matchers.h"
#include "vectors.h"
#include "wire/byte_reader.h"
#include "wire/frame.h"
#include "wire/thrift_io.h"

// Checks of a byte vector in both directions: the values give the bytes, and the bytes the values.
namespace bridle::internal::wire::golden {

inline const RequestHeader kHeader = {
    .app_id = 2, .partition_index = 7, .timeout_ms = 1000, .partition_hash = 0x3377857006524257};
inline constexpr std::string_view kServer = "127.0.0.1:34801";

template <typename T>
std::string encodedArgs(const T& args) {
  std::string bytes;
  appendArgs(bytes, args);
  return bytes;
}

template <typename T>
std::string encodedResult(const T& result) {
  std::string bytes;
  appendResult(bytes, result);
  return bytes;
}

inline std::string encodedRequest(std::string_view rpc, std::int32_t seq, std::string_view args) {
  std::string frame;
  appendRequest(frame, HeaderVersion::kV1, kHeader, rpc, seq, args);
  return frame;
}

// A request of version 1 whose header struct and body are given byte for byte.
inline std::string rawRequest(std::string_view meta, std::string_view body) {
  std::string frame = fromHex("5448465400000001") + std::string(8, '\0');
  char* const body_length = storeBigEndian(&frame[8], static_cast<std::uint32_t>(meta.size()));
  storeBigEndian(body_length, static_cast<std::uint32_t>(body.size()));
  return frame.append(meta).append(body);
}

// The vector is a body only; it is tried behind a header.
inline void expectBody(const std::string& name, std::string_view rpc, std::int32_t seq,
                       std::string_view args) {
  const std::string frame = encodedRequest(rpc, seq, args);
  EXPECT_EQ(requestBody(frame), vector(name)) << name;
  const absl::StatusOr<Request> request = decodeRequest(frame);
  ASSERT_THAT(request, test::IsOk()) << name;
  EXPECT_EQ(request->rpc, rpc);
  EXPECT_EQ(request->seq, seq);
  EXPECT_EQ(request->type, MessageType::kCall);
  EXPECT_EQ(request->args, args);
}

template <typename T>
void expectArgs(const std::string& name, std::string_view rpc, std::int32_t seq, const T& args) {
  const std::string bytes = encodedArgs(args);
  expectBody(name, rpc, seq, bytes);
  const absl::StatusOr<T> decoded = decodeArgs<T>(bytes);
  ASSERT_THAT(decoded, test::IsOk()) << name;
  EXPECT_EQ(*decoded, args) << name;
}

// For what clients of other makes send: fields that they leave out keep their defaults.
template <typename T>
void expectDecodesTo(const std::string& name, std::string_view rpc, std::int32_t seq,
                     const T& args) {
  const std::string frame = rawRequest("", vector(name));
  const absl::StatusOr<Request> request = decodeRequest(frame);
  ASSERT_THAT(request, test::IsOk()) << name;
  EXPECT_EQ(request->rpc, rpc);
  EXPECT_EQ(request->seq, seq);
  const absl::StatusOr<T> decoded = decodeArgs<T>(request->args);
  ASSERT_THAT(decoded, test::IsOk()) << name;
  EXPECT_EQ(*decoded, args) << name;
}

template <typename T>
void expectReply(const std::string& name, std::string_view rpc, std::int32_t seq, const T& result) {
  const std::string bytes = encodedResult(result);
  std::string frame;
  appendReply(frame, "ERR_OK", rpc, seq, bytes);
  EXPECT_EQ(frame, vector(name)) << name;
  const absl::StatusOr<Reply> reply = decodeReply(vector(name));
  ASSERT_THAT(reply, test::IsOk()) << name;
  EXPECT_EQ(reply->error, ServerError::kOk);
  EXPECT_EQ(reply->ack, std::string(rpc) + "_ACK");
  EXPECT_EQ(reply->seq, seq);
  const absl::StatusOr<T> decoded = decodeResult<T>(reply->result);
  ASSERT_THAT(decoded, test::IsOk()) << name;
  EXPECT_EQ(*decoded, result) << name;
}

}  // namespace bridle::internal::wire::golden
