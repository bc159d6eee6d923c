#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "absl/status/statusor.h"
#include "base/rng.h"

namespace bridle::internal::bench {

// How many bytes a field has.
struct FieldLength {
  std::function<std::int64_t(Rng&)> next;
  std::int64_t longest = 0;
  bool constant = false;
};

FieldLength constantLength(std::int64_t length);
FieldLength uniformLength(std::int64_t least, std::int64_t most);
FieldLength zipfianLength(std::int64_t least, std::int64_t most);

// From a YCSB histogram file: "BlockSize<tab>n", then one line "number<tab>count" per block. A
// field has the upper end of its block. InvalidArgument names file and line.
absl::StatusOr<FieldLength> histogramLength(const std::string& path);

}  // namespace bridle::internal::bench
