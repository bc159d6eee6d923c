#include "ops/ttl.h"

#include "ops/storage.h"
#include "wire/thrift_io.h"

namespace bridle::internal {

Taken TtlOp::decode(std::string_view bytes, Result& result) {
  const absl::StatusOr<wire::ttl_response> response = wire::decodeResult<wire::ttl_response>(bytes);
  if (!response.ok()) return takenGarbage();
  switch (static_cast<wire::StorageStatus>(response->error)) {
    case wire::StorageStatus::kOk:
      result = Ttl{response->ttl_seconds};
      return {};
    case wire::StorageStatus::kNotFound:
      result.reset();
      return {};
    default:
      return takenWithStorageError(response->error);
  }
}

Taken ExistOp::decode(std::string_view bytes, Result& result) {
  TtlOp::Result ttl;
  const Taken taken = TtlOp::decode(bytes, ttl);
  result = ttl.has_value();
  return taken;
}

}  // namespace bridle::internal
