#include <algorithm>
#include <utility>

#include "base/limits.h"
#include "onebox/data/data_calls.h"
#include "wire/key_codec.h"

namespace bridle::internal::onebox {

using wire::StorageStatus;

wire::batch_get_response batchGet(const DataCall& call, const wire::batch_get_request& request) {
  auto response = responseTo<wire::batch_get_response>(call);
  const bool all_are_keys =
      std::all_of(request.keys.begin(), request.keys.end(),
                  [](const wire::full_key& key) { return isHashKey(key.hash_key.bytes); });
  if (request.keys.empty() || !all_are_keys) {
    response.error = static_cast<std::int32_t>(StorageStatus::kInvalidArgument);
    return response;
  }
  std::size_t bytes = 0;
  for (const wire::full_key& key : request.keys) {
    Record record;
    const std::string raw_key = wire::rawKey(key.hash_key.bytes, key.sort_key.bytes);
    if (!call.records().get(raw_key, call.now, record)) continue;
    if (bytes >= limits::kMaxRecordBytesPerReply) {
      response.error = static_cast<std::int32_t>(StorageStatus::kIncomplete);
      return response;
    }
    bytes += raw_key.size() + record.value.size();
    wire::full_data& found = response.data.emplace_back();
    found.hash_key = key.hash_key;
    found.sort_key = key.sort_key;
    found.value.bytes = std::move(record.value);
  }
  return response;
}

}  // namespace bridle::internal::onebox
