#include <vector>

#include "onebox/data/changes.h"
#include "onebox/data/data_calls.h"
#include "wire/key_codec.h"

namespace bridle::internal::onebox {

using wire::StorageStatus;

wire::update_response multiPut(const DataCall& call, const wire::multi_put_request& request) {
  const std::string& hash_key = request.hash_key.bytes;
  if (request.kvs.empty() || !isHashKey(hash_key)) {
    return refused<wire::update_response>(call, StorageStatus::kInvalidArgument);
  }
  std::vector<Change> changes;
  changes.reserve(request.kvs.size());
  for (const wire::key_value& pair : request.kvs) {
    changes.push_back(putOf(call, wire::rawKey(hash_key, pair.key.bytes), pair.value.bytes,
                            request.expire_ts_seconds));
  }
  return written<wire::update_response>(call, changes);
}

// Counts what it was asked to remove, not what was there.
wire::multi_remove_response multiRemove(const DataCall& call,
                                        const wire::multi_remove_request& request) {
  const std::string& hash_key = request.hash_key.bytes;
  if (request.sort_keys.empty() || !isHashKey(hash_key)) {
    return refused<wire::multi_remove_response>(call, StorageStatus::kInvalidArgument);
  }
  std::vector<Change> changes;
  changes.reserve(request.sort_keys.size());
  for (const wire::blob& sort_key : request.sort_keys) {
    changes.push_back(removalOf(wire::rawKey(hash_key, sort_key.bytes)));
  }
  auto response = written<wire::multi_remove_response>(call, changes);
  response.count = static_cast<std::int64_t>(request.sort_keys.size());
  return response;
}

}  // namespace bridle::internal::onebox
