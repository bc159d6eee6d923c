// Exchanges recorded with a real server: all that it sent and was sent is decoded, compared field
// by field with what an independent decoder saw, and encoded again into the same bytes.

#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/limits.h"
#include "json_writer.h"
#include "support/status_matchers.h"
#include "vectors.h"
#include "wire/frame.h"
#include "wire/framer.h"
#include "wire/rpc_names.h"
#include "wire/thrift_io.h"

namespace bridle::internal::wire {
namespace {

using nlohmann::json;

// A value that was decoded: what it holds, and the bytes that our encoder makes of it.
struct Decoded {
  json fields;
  std::string bytes;
};
using Decode = absl::StatusOr<Decoded> (*)(std::string_view);

template <typename T>
absl::StatusOr<Decoded> args(std::string_view bytes) {
  const absl::StatusOr<T> value = decodeArgs<T>(bytes);
  if (!value.ok()) return value.status();
  Decoded decoded{toJson(*value), ""};
  appendArgs(decoded.bytes, *value);
  return decoded;
}

absl::StatusOr<Decoded> blobArgs(std::string_view bytes) {
  const absl::StatusOr<std::string> value = decodeBlobArgs(bytes);
  if (!value.ok()) return value.status();
  Decoded decoded{absl::BytesToHexString(*value), ""};
  appendBlobArgs(decoded.bytes, *value);
  return decoded;
}

absl::StatusOr<Decoded> i64Args(std::string_view bytes) {
  const absl::StatusOr<std::int64_t> value = decodeI64Args(bytes);
  if (!value.ok()) return value.status();
  Decoded decoded{*value, ""};
  appendI64Args(decoded.bytes, *value);
  return decoded;
}

template <typename T>
absl::StatusOr<Decoded> result(std::string_view bytes) {
  const absl::StatusOr<T> value = decodeResult<T>(bytes);
  if (!value.ok()) return value.status();
  Decoded decoded{toJson(*value), ""};
  appendResult(decoded.bytes, *value);
  return decoded;
}

struct Call {
  Decode args;
  Decode result;
};

const std::map<std::string_view, Call> kCalls = {
    {rpc_names::kGet, {blobArgs, result<read_response>}},
    {rpc_names::kMultiGet, {args<multi_get_request>, result<multi_get_response>}},
    {rpc_names::kTtl, {blobArgs, result<ttl_response>}},
    {rpc_names::kBatchGet, {args<batch_get_request>, result<batch_get_response>}},
    {rpc_names::kSortkeyCount, {blobArgs, result<count_response>}},
    {rpc_names::kGetScanner, {args<get_scanner_request>, result<scan_response>}},
    {rpc_names::kScan, {args<scan_request>, result<scan_response>}},
    {rpc_names::kClearScanner, {i64Args, nullptr}},
    {rpc_names::kPut, {args<update_request>, result<update_response>}},
    {rpc_names::kRemove, {blobArgs, result<update_response>}},
    {rpc_names::kMultiPut, {args<multi_put_request>, result<update_response>}},
    {rpc_names::kMultiRemove, {args<multi_remove_request>, result<multi_remove_response>}},
    {rpc_names::kIncr, {args<incr_request>, result<incr_response>}},
    {rpc_names::kCheckAndSet, {args<check_and_set_request>, result<check_and_set_response>}},
    {rpc_names::kCheckAndMutate,
     {args<check_and_mutate_request>, result<check_and_mutate_response>}},
    {rpc_names::kQueryConfig, {args<query_cfg_request>, result<query_cfg_response>}},
    {rpc_names::kCreateApp,
     {args<configuration_create_app_request>, result<configuration_create_app_response>}},
    {rpc_names::kDropApp,
     {args<configuration_drop_app_request>, result<configuration_drop_app_response>}},
    {rpc_names::kRecallApp,
     {args<configuration_recall_app_request>, result<configuration_recall_app_response>}},
    {rpc_names::kRenameApp,
     {args<configuration_rename_app_request>, result<configuration_rename_app_response>}},
    {rpc_names::kListApps,
     {args<configuration_list_apps_request>, result<configuration_list_apps_response>}},
    {rpc_names::kListNodes,
     {args<configuration_list_nodes_request>, result<configuration_list_nodes_response>}},
    {rpc_names::kClusterInfo,
     {args<configuration_cluster_info_request>, result<configuration_cluster_info_response>}},
    {rpc_names::kUpdateAppEnv,
     {args<configuration_update_app_env_request>, result<configuration_update_app_env_response>}},
    {rpc_names::kControlMeta,
     {args<configuration_meta_control_request>, result<configuration_meta_control_response>}},
    {rpc_names::kStartPartitionSplit,
     {args<start_partition_split_request>, result<start_partition_split_response>}},
    {rpc_names::kControlPartitionSplit,
     {args<control_split_request>, result<control_split_response>}},
    {rpc_names::kQueryPartitionSplit, {args<query_split_request>, result<query_split_response>}},
    {rpc_names::kGetMaxReplicaCount,
     {args<configuration_get_max_replica_count_request>,
      result<configuration_get_max_replica_count_response>}},
    {rpc_names::kSetMaxReplicaCount,
     {args<configuration_set_max_replica_count_request>,
      result<configuration_set_max_replica_count_response>}},
    {rpc_names::kGetAtomicIdempotent,
     {args<configuration_get_atomic_idempotent_request>,
      result<configuration_get_atomic_idempotent_response>}},
    {rpc_names::kSetAtomicIdempotent,
     {args<configuration_set_atomic_idempotent_request>,
      result<configuration_set_atomic_idempotent_response>}},
    {rpc_names::kStartManualCompact,
     {args<start_app_manual_compact_request>, result<start_app_manual_compact_response>}},
    {rpc_names::kQueryManualCompact,
     {args<query_app_manual_compact_request>, result<query_app_manual_compact_response>}},
    {rpc_names::kNegotiation, {args<negotiation_request>, result<negotiation_response>}},
};

const Call* findCall(std::string_view rpc) {
  const auto found = kCalls.find(rpc);
  return found == kCalls.end() ? nullptr : &found->second;
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
    const Call* const call = findCall(rpc);
    if (call == nullptr) {
      EXPECT_EQ(rpc, rpc_names::kRemoteCommand);
      return;
    }
    const absl::StatusOr<Decoded> decoded = call->result(reply->result);
    ASSERT_THAT(decoded, test::IsOk());
    EXPECT_EQ(decoded->fields, fields.at("result"));
    appendReply(encoded, reply->error_name, rpc, reply->seq, decoded->bytes);
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
  if (const Call* const call = findCall(request->rpc)) {
    const absl::StatusOr<Decoded> decoded = call->args(request->args);
    EXPECT_THAT(decoded, test::IsOk());
    if (!decoded.ok()) return false;
    const json expected = completed(fields.at("args"), decoded->fields);
    EXPECT_EQ(decoded->fields, expected);
    if (expected != fields.at("args")) return false;
    args = decoded->bytes;
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
    const Call* const call = findCall(rpcOfAck(reply->ack));
    if (call == nullptr || call->result == nullptr) return;
    for (std::size_t size = 0; size < reply->result.size(); ++size) {
      EXPECT_EQ(call->result(reply->result.substr(0, size)).status().code(),
                absl::StatusCode::kDataLoss);
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
