#include <utility>

#include "onebox/data/data_calls.h"

namespace bridle::internal::onebox {
namespace {

using wire::StorageStatus;

constexpr std::int32_t kNoTtl = -1;

// Ok with `record` filled, NotFound, or InvalidArgument.
StorageStatus read(const DataCall& call, std::string_view key, Record& record) {
  if (!isRawKey(key)) return StorageStatus::kInvalidArgument;
  const bool found = call.records().get(key, call.now, record);
  return found ? StorageStatus::kOk : StorageStatus::kNotFound;
}

}  // namespace

wire::read_response get(const DataCall& call, const std::string& key) {
  Record record;
  auto response = responseTo<wire::read_response>(call, read(call, key, record));
  response.value.bytes = std::move(record.value);
  return response;
}

wire::ttl_response ttl(const DataCall& call, const std::string& key) {
  Record record;
  const StorageStatus status = read(call, key, record);
  auto response = responseTo<wire::ttl_response>(call, status);
  if (status == StorageStatus::kOk) {
    response.ttl_seconds =
        record.expire_ts == 0 ? kNoTtl : static_cast<std::int32_t>(record.expire_ts - call.now);
  }
  return response;
}

}  // namespace bridle::internal::onebox
