#include "onebox/data/data_call.h"

#include "base/limits.h"
#include "wire/key_codec.h"

namespace bridle::internal::onebox {

bool isRawKey(std::string_view key) {
  const absl::StatusOr<wire::KeyParts> parts = wire::splitRawKey(key);
  return parts.ok() && isHashKey(parts->hash_key);
}

bool isHashKey(std::string_view key) {
  return key.size() <= limits::kMaxHashKeyBytes;
}

ExpireTs expiryOf(const DataCall& call, std::int32_t expire_ts_seconds) {
  if (expire_ts_seconds != 0) return static_cast<ExpireTs>(expire_ts_seconds);
  const ExpireTs default_ttl = call.table.rules.default_ttl;
  return default_ttl > 0 ? call.now + default_ttl : 0;
}

}  // namespace bridle::internal::onebox
