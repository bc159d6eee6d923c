#pragma once

#include <cstdint>

#include "absl/status/statusor.h"
#include "bridle/scanner.h"
#include "tools/bench/target.h"

namespace bridle::internal {

// Reads up to `rows` rows, page by page, then lets go of the scanner. On the scanner's loop.
void runScan(absl::StatusOr<Scanner> scanner, std::int64_t rows, bench::Completion& done);

}  // namespace bridle::internal
