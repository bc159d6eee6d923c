#include "ops/storage.h"

#include <utility>

#include "base/limits.h"
#include "base/status.h"
#include "wire/errors.h"
#include "wire/thrift_io.h"

namespace bridle::internal {

Taken takenWithStorageError(std::int32_t status) {
  switch (static_cast<wire::StorageStatus>(status)) {
    case wire::StorageStatus::kCorruption:
    case wire::StorageStatus::kIoError:
    case wire::StorageStatus::kShutdownInProgress:
      return {.verdict = Verdict::kAmbiguous, .storage_status = status};
    case wire::StorageStatus::kBusy:
    case wire::StorageStatus::kTryAgain:
      return {.verdict = Verdict::kBusy, .storage_status = status};
    default:
      return {.verdict = Verdict::kFinal, .storage_status = status};
  }
}

Taken takenRefusal(std::int32_t status, std::string why) {
  return {.verdict = Verdict::kFinal,
          .storage_status = status,
          .code = ErrorCode::kRefused,
          .problem = std::move(why)};
}

Taken takenGarbage() {
  return {.verdict = Verdict::kAmbiguous, .problem = "the body of the reply cannot be decoded"};
}

Taken takenTooLarge(bool written, std::int64_t decree) {
  return {.verdict = Verdict::kFinal,
          .code = ErrorCode::kTooLarge,
          .problem = text(written ? "the write was applied, but " : "",
                          "a value that came back is a zstd frame of more than ",
                          limits::kMaxDecompressedBytes,
                          " bytes, the most that is decompressed; read it without "
                          "compress_values"),
          .decree = decree,
          .written = written};
}

Taken takenUpdate(std::string_view bytes) {
  const absl::StatusOr<wire::update_response> response =
      wire::decodeResult<wire::update_response>(bytes);
  if (!response.ok()) return takenGarbage();
  if (response->error != 0) return takenWithStorageError(response->error);
  return {.decree = response->decree};
}

}  // namespace bridle::internal
