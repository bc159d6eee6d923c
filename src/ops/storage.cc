#include "ops/storage.h"

#include "wire/errors.h"

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

Taken takenGarbage() {
  return {.verdict = Verdict::kAmbiguous, .problem = "the body of the reply cannot be decoded"};
}

}  // namespace bridle::internal
