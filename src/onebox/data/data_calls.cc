#include "onebox/data/data_calls.h"

#include <array>
#include <string>
#include <utility>

#include "base/limits.h"
#include "wire/key_codec.h"

namespace bridle::internal::onebox {
namespace {

using wire::StorageStatus;

template <typename Response>
Response responseTo(const DataCall& call, StorageStatus status) {
  Response response;
  response.error = static_cast<std::int32_t>(status);
  response.app_id = call.request.header.app_id;
  response.partition_index = call.request.header.partition_index;
  response.server = call.server_name;
  return response;
}

bool isRawKey(std::string_view key) {
  const absl::StatusOr<wire::KeyParts> parts = wire::splitRawKey(key);
  return parts.ok() && parts->hash_key.size() <= limits::kMaxHashKeyBytes;
}

// Ok with `record` filled, NotFound, or InvalidArgument.
StorageStatus read(const DataCall& call, std::string_view key, Record& record) {
  if (!isRawKey(key)) return StorageStatus::kInvalidArgument;
  const bool found = call.partition.copyAt(call.server).get(key, call.now, record);
  return found ? StorageStatus::kOk : StorageStatus::kNotFound;
}

void respondToWrite(const DataCall& call, StorageStatus status, std::int64_t decree,
                    Answer& answer) {
  auto response = responseTo<wire::update_response>(call, status);
  response.decree = decree;
  answer.respond(response);
}

ExpireTs expireTsOf(const wire::update_request& put, const DataCall& call) {
  if (put.expire_ts_seconds != 0) return static_cast<ExpireTs>(put.expire_ts_seconds);
  return call.rules.default_ttl > 0 ? call.now + call.rules.default_ttl : 0;
}

}  // namespace

void serveGet(const DataCall& call, Answer& answer) {
  const absl::StatusOr<std::string> key = wire::decodeBlobArgs(call.request.args);
  if (!key.ok()) return answer.closeConnection();
  Record record;
  auto response = responseTo<wire::read_response>(call, read(call, *key, record));
  response.value.bytes = std::move(record.value);
  answer.respond(response);
}

void serveTtl(const DataCall& call, Answer& answer) {
  const absl::StatusOr<std::string> key = wire::decodeBlobArgs(call.request.args);
  if (!key.ok()) return answer.closeConnection();
  Record record;
  const StorageStatus status = read(call, *key, record);
  auto response = responseTo<wire::ttl_response>(call, status);
  if (status == StorageStatus::kOk) {
    constexpr std::int32_t kNoTtl = -1;
    response.ttl_seconds =
        record.expire_ts == 0 ? kNoTtl : static_cast<std::int32_t>(record.expire_ts - call.now);
  }
  answer.respond(response);
}

void servePut(const DataCall& call, Answer& answer) {
  const auto put = wire::decodeArgs<wire::update_request>(call.request.args);
  if (!put.ok()) return answer.closeConnection();
  const std::string& key = put->key.bytes;
  if (!isRawKey(key)) {
    return respondToWrite(call, StorageStatus::kInvalidArgument, call.partition.write({}), answer);
  }
  const std::int64_t decree = call.partition.write(std::array{
      Change{.key = key, .value = put->value.bytes, .expire_ts = expireTsOf(*put, call)}});
  respondToWrite(call, StorageStatus::kOk, decree, answer);
}

void serveRemove(const DataCall& call, Answer& answer) {
  const absl::StatusOr<std::string> key = wire::decodeBlobArgs(call.request.args);
  if (!key.ok()) return answer.closeConnection();
  if (!isRawKey(*key)) {
    return respondToWrite(call, StorageStatus::kInvalidArgument, call.partition.write({}), answer);
  }
  const Change removal{.kind = Change::Kind::kRemove, .key = *key};
  respondToWrite(call, StorageStatus::kOk, call.partition.write(std::array{removal}), answer);
}

}  // namespace bridle::internal::onebox
