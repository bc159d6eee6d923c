#include <array>

#include "onebox/data/changes.h"
#include "onebox/data/data_calls.h"

namespace bridle::internal::onebox {

using wire::StorageStatus;
using wire::update_response;

update_response put(const DataCall& call, const wire::update_request& request) {
  const std::string& key = request.key.bytes;
  if (!isRawKey(key)) return refused<update_response>(call, StorageStatus::kInvalidArgument);
  return written<update_response>(
      call, std::array{putOf(call, key, request.value.bytes, request.expire_ts_seconds)});
}

update_response remove(const DataCall& call, const std::string& key) {
  if (!isRawKey(key)) return refused<update_response>(call, StorageStatus::kInvalidArgument);
  return written<update_response>(call, std::array{removalOf(key)});
}

}  // namespace bridle::internal::onebox
