#include "client/scan/scanner_core.h"

#include "base/error.h"
#include "base/status.h"
#include "client/scan/scan_token.h"

namespace bridle::internal {

absl::Status ScannerCore::busyError() const {
  return makeError(ErrorCode::kInvalidArgument,
                   text("scan of table \"", reader_->table().name(),
                        "\" refused: another call of this scanner is under way; wait for it, or "
                        "use several scanners"));
}

std::string ScannerCore::token() {
  if (!tryAcquire()) return {};
  std::string token =
      encodeScanToken({reader_->table().name(), reader_->plan(), reader_->positionOfRows()});
  release();
  return token;
}

}  // namespace bridle::internal
