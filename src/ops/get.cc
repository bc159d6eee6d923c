#include "ops/get.h"

#include "ops/compression.h"
#include "ops/storage.h"
#include "wire/thrift_io.h"

namespace bridle::internal {

Taken GetOp::decode(std::string_view bytes, Result& result) {
  absl::StatusOr<wire::read_response> response = wire::decodeResult<wire::read_response>(bytes);
  if (!response.ok()) return takenGarbage();
  switch (static_cast<wire::StorageStatus>(response->error)) {
    case wire::StorageStatus::kOk:
      result = std::move(response->value.bytes);
      return {};
    case wire::StorageStatus::kNotFound:
      result.reset();
      return {};
    default:
      return takenWithStorageError(response->error);
  }
}

bool GetOp::decompress(Result& result) {
  return !result.has_value() || decompressValue(*result);
}

}  // namespace bridle::internal
