#include <array>
#include <optional>

#include "onebox/data/changes.h"
#include "onebox/data/data_calls.h"
#include "onebox/integer_text.h"

namespace bridle::internal::onebox {
namespace {

using wire::incr_response;
using wire::StorageStatus;

// 0 keeps the expiry of the record, above 0 is the new one, below 0 takes it away.
std::int32_t newExpiry(const std::optional<Record>& record, std::int32_t wanted) {
  if (wanted == 0 && record) return static_cast<std::int32_t>(record->expire_ts);
  return wanted > 0 ? wanted : 0;
}

// What is absent or empty counts as 0; nullopt if there is no integer.
std::optional<std::int64_t> oldValue(const std::optional<Record>& record) {
  return record && !record->value.empty() ? integerOf(record->value) : 0;
}

}  // namespace

incr_response incr(const DataCall& call, const wire::incr_request& request) {
  const std::string& key = request.key.bytes;
  if (!isRawKey(key)) return refusedAtomic<incr_response>(call, StorageStatus::kInvalidArgument);
  std::optional<Record> record(std::in_place);
  if (!call.records().get(key, call.now, *record)) record.reset();

  const std::optional<std::int64_t> old_value = oldValue(record);
  std::int64_t new_value = 0;
  if (!old_value || __builtin_add_overflow(*old_value, request.increment, &new_value)) {
    auto response = refusedAtomic<incr_response>(call, StorageStatus::kInvalidArgument);
    response.new_value = old_value.value_or(0);
    return response;
  }
  auto response =
      written<incr_response>(call, std::array{putOf(call, key, std::to_string(new_value),
                                                    newExpiry(record, request.expire_ts_seconds))});
  response.new_value = new_value;
  return response;
}

}  // namespace bridle::internal::onebox
