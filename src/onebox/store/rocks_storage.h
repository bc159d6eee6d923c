#pragma once

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "onebox/store/storage.h"

namespace bridle::internal::onebox {

// One RocksDB database for all partitions, in a folder that is made if there is none. Each write is
// one batch with its decree, and has been handed to the operating system when it returns: it
// survives the end of the process by whatever means, but not that of the machine.
//
// Unavailable if another process has the folder; FailedPrecondition if it cannot be made, read or
// written, holds something else, or was written by a version with another format.
absl::StatusOr<std::unique_ptr<Storage>> openRocksStorage(const std::string& folder);

}  // namespace bridle::internal::onebox
