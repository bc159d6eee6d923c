#pragma once

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "client/scan/scan_plan.h"
#include "client/scan/scan_position.h"

namespace bridle::internal {

// A scan as a text: "bridle-scan-2." and then, in web-safe base64, the fields below, each number 8
// bytes big-endian, each string after its length, and at the end the CRC-64 of what stands before
// it.
//
//   table name, app id,
//   plan: one hash key (0 or 1), start, stop, start and stop inclusive (0 or 1),
//         hash key filter, sort key filter: each type, pattern
//   number of segments, each: partition, width, last key, first key, number of moved keys, these
struct ScanToken {
  std::string table = {};
  ScanPlan plan = {};
  ScanPosition position = {};
};

std::string encodeScanToken(const ScanToken& token);

// InvalidArgument: damaged, of another version, or not of this kind at all. Whatever comes out can
// be used without harm.
absl::StatusOr<ScanToken> decodeScanToken(std::string_view text);

}  // namespace bridle::internal
