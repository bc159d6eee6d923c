#include "ops/set.h"

#include "ops/encode.h"
#include "ops/storage.h"
#include "wire/thrift_io.h"

namespace bridle::internal {

void SetOp::encode(std::string& out, const Key& key, std::string_view value,
                   std::int32_t expire_ts) {
  put::fieldHeader(out, put::kStruct, put::kArgsField);
  put::rawKeyField(out, 1, key);
  put::blobField(out, 2, value);
  put::i32Field(out, 3, expire_ts);
  put::stop(out);
  put::stop(out);
}

Taken SetOp::decode(std::string_view bytes, Result&) {
  const absl::StatusOr<wire::update_response> response =
      wire::decodeResult<wire::update_response>(bytes);
  if (!response.ok()) return takenGarbage();
  if (response->error != 0) return takenWithStorageError(response->error);
  return {};
}

}  // namespace bridle::internal
