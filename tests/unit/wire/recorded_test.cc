// Exchanges recorded with a real server: all that it sent and was sent is decoded, compared field
// by field with what an independent decoder saw, and encoded again into the same bytes.

#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/limits.h"
#include "calls.h"
#include "json_writer.h"
#include "support/status_matchers.h"
#include "vectors.h"
#include "wire/frame.h"
#include "wire/framer.h"

namespace bridle::internal::wire {
namespace {

using nlohmann::json;

// A value that was decoded: what it holds, and the bytes that our encoder makes of it.
struct Decoded {
  json fields;
  std::string bytes;
};

template <typename T>
absl::StatusOr<Decoded> argsAs(std::string_view bytes) {
  const absl::StatusOr<T> value = decodeArgs<T>(bytes);
  if (!value.ok()) return value.status();
  Decoded decoded{toJson(*value), ""};
  appendArgs(decoded.bytes, *value);
  return decoded;
}

template <typename T>
absl::StatusOr<Decoded> resultAs(std::string_view bytes) {
  const absl::StatusOr<T> value = decodeResult<T>(bytes);
  if (!value.ok()) return value.status();
  Decoded decoded{toJson(*value), ""};
  appendResult(decoded.bytes, *value);
  return decoded;
}

// Nothing for a call without structs.
std::optional<absl::StatusOr<Decoded>> argsOf(std::string_view rpc, std::string_view bytes) {
  std::optional<absl::StatusOr<Decoded>> decoded;
  visitCall(rpc, [&](auto call) { decoded = argsAs<typename decltype(call)::Args>(bytes); });
  return decoded;
}

std::optional<absl::StatusOr<Decoded>> resultOf(std::string_view rpc, std::string_view bytes) {
  std::optional<absl::StatusOr<Decoded>> decoded;
  visitCall(rpc, [&](auto call) { decoded = resultAs<typename decltype(call)::Result>(bytes); });
  return decoded;
}

std::string_view rpcOfAck(std::string_view ack) {
  if (ack.ends_with(rpc_names::kAckSuffix)) ack.remove_suffix(rpc_names::kAckSuffix.size());
  return ack;
}

// The recorded frame under `key`, unless it is null.
std::optional<std::string> frameOf(const json& exchange, const char* key) {
  if (exchange.at(key).is_null()) return std::nullopt;
  return fromHex(exchange.at(key).get<std::string>());
}

void forEachExchange(const std::function<void(const json&)>& visit) {
  for (const char* name : {"transcripts.jsonl", "transcripts_more.jsonl"}) {
    std::ifstream file(std::string(BRIDLE_TEST_DATA "/wire/") + name);
    std::string line;
    while (std::getline(file, line)) {
      const json exchange = json::parse(line);
      SCOPED_TRACE(exchange.at("name").get<std::string>());
      visit(exchange);
    }
  }
}

void checkReply(const std::string& frame, const json& fields) {
  const absl::StatusOr<Reply> reply = decodeReply(frame);
  ASSERT_THAT(reply, test::IsOk());
  EXPECT_EQ(reply->error_name, fields.at("framework_error").get<std::string>());
  EXPECT_EQ(errorName(reply->error), reply->error_name);
  EXPECT_EQ(reply->ack, fields.at("ack").get<std::string>());
  EXPECT_EQ(reply->seq, fields.at("seq").get<std::int32_t>());

  std::string encoded;
  const std::string_view rpc = rpcOfAck(reply->ack);
  if (reply->error == ServerError::kOk) {
    const auto decoded = resultOf(rpc, reply->result);
    if (!decoded) {
      EXPECT_EQ(rpc, rpc_names::kRemoteCommand);
      return;
    }
    ASSERT_THAT(*decoded, test::IsOk());
    EXPECT_EQ((*decoded)->fields, fields.at("result"));
    appendReply(encoded, reply->error_name, rpc, reply->seq, (*decoded)->bytes);
  } else {
    EXPECT_EQ(reply->result, "");
    if (!fields.at("result").is_null()) return;  // a result that we rightly do not look at
    appendReply(encoded, reply->error_name, rpc, reply->seq, "");
  }
  EXPECT_EQ(encoded, frame);
}

TEST(RecordedTest, RepliesHoldWhatTheServerSaidAndEncodeToTheSameBytes) {
  int replies = 0;
  forEachExchange([&](const json& exchange) {
    if (const auto frame = frameOf(exchange, "response_hex")) {
      checkReply(*frame, exchange.at("fields"));
      ++replies;
    }
  });
  EXPECT_EQ(replies, 570);
}

bool isDefault(const json& value) {
  return value == 0 || value == false || value == "" || value == json::array();
}

// Some clients leave fields out; decoded, these have their defaults. Gives `expected` with them.
json completed(json expected, const json& decoded) {
  if (!expected.is_object()) return expected;
  for (const auto& [name, value] : decoded.items()) {
    if (!expected.contains(name) && isDefault(value)) expected[name] = value;
  }
  return expected;
}

// Whether it held all fields that we would write.
bool checkRequest(const std::string& frame, const json& exchange) {
  const json& fields = exchange.at("request_fields");
  const absl::StatusOr<Request> request = decodeRequest(frame);
  EXPECT_THAT(request, test::IsOk());
  if (!request.ok()) return false;
  const RequestHeader header = {
      .app_id = fields.at("app_id"),
      .partition_index = fields.at("partition_index"),
      .timeout_ms = fields.at("timeout_ms"),
      .partition_hash = std::stoull(fields.at("partition_hash").get<std::string>(), nullptr, 16),
      .is_backup_request = fields.at("backup"),
  };
  EXPECT_EQ(request->header, header);
  EXPECT_EQ(request->rpc, fields.at("rpc").get<std::string>());
  EXPECT_EQ(request->seq, fields.at("seq").get<std::int32_t>());
  EXPECT_EQ(request->version,
            exchange.at("header") == "v0" ? HeaderVersion::kV0 : HeaderVersion::kV1);

  std::string args(request->args);
  if (const auto decoded = argsOf(request->rpc, request->args)) {
    EXPECT_THAT(*decoded, test::IsOk());
    if (!decoded->ok()) return false;
    const json expected = completed(fields.at("args"), (*decoded)->fields);
    EXPECT_EQ((*decoded)->fields, expected);
    if (expected != fields.at("args")) return false;
    args = (*decoded)->bytes;
  }
  std::string encoded;
  appendRequest(encoded, request->version, header, request->rpc, request->seq, args);
  EXPECT_EQ(encoded, frame);
  return true;
}

TEST(RecordedTest, RequestsHoldWhatTheClientMeantAndEncodeToTheSameBytes) {
  int requests = 0;
  int with_absent_fields = 0;
  forEachExchange([&](const json& exchange) {
    const auto frame = frameOf(exchange, "request_hex");
    if (!frame || exchange.at("request_fields").is_null()) return;
    ++requests;
    if (!checkRequest(*frame, exchange)) ++with_absent_fields;
  });
  EXPECT_EQ(requests, 548);
  EXPECT_EQ(with_absent_fields, 6);
}

TEST(RecordedTest, APrefixOfAReplyNeedsMoreBytesAndDecodesToAnError) {
  forEachExchange([](const json& exchange) {
    const auto frame = frameOf(exchange, "response_hex");
    if (!frame) return;
    const auto unexpected = [](std::string_view) {
      ADD_FAILURE() << "a frame came out of a part of a frame";
      return true;
    };
    Framer framer(measureReply, limits::kMaxFrameBytes);
    for (std::size_t size = 0; size < frame->size(); ++size) {
      EXPECT_FALSE(decodeReply(std::string_view(*frame).substr(0, size)).ok());
      EXPECT_THAT(
          framer.feed(std::span(*frame).subspan(size == 0 ? 0 : size - 1, size == 0 ? 0 : 1),
                      unexpected),
          test::IsOk());
    }
  });
}

TEST(RecordedTest, APrefixOfAResultDecodesToAnError) {
  forEachExchange([](const json& exchange) {
    const auto frame = frameOf(exchange, "response_hex");
    if (!frame) return;
    const absl::StatusOr<Reply> reply = decodeReply(*frame);
    ASSERT_THAT(reply, test::IsOk());
    for (std::size_t size = 0; size < reply->result.size(); ++size) {
      const auto decoded = resultOf(rpcOfAck(reply->ack), reply->result.substr(0, size));
      if (!decoded) return;
      EXPECT_EQ(decoded->status().code(), absl::StatusCode::kDataLoss);
    }
  });
}

// What a server made of frames that no client library sends.
TEST(RecordedTest, OddFramesAreServedOrRefusedAsByTheServer) {
  int frames = 0;
  forEachExchange([&](const json& exchange) {
    const std::string name = exchange.at("name");
    const auto frame = frameOf(exchange, "request_hex");
    if (!frame || !name.starts_with("frame.") || name == "frame.http") return;
    ++frames;
    int complete = 0;
    bool decodes = true;
    Framer framer(measureThftRequest, limits::kMaxFrameBytes);
    const absl::Status status = framer.feed(*frame, [&](std::string_view bytes) {
      ++complete;
      decodes = decodes && decodeRequest(bytes).ok();
      return true;
    });
    const std::string outcome = exchange.at("outcome");
    EXPECT_EQ(status.ok() && decodes, outcome != "closed");
    EXPECT_EQ(complete > 0 && decodes, outcome == "reply");
  });
  EXPECT_EQ(frames, 22);
}

}  // namespace
}  // namespace bridle::internal::wire
