#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace bridle::internal::bench {

// Turns YCSB's spelling of the arguments behind `bench` into the tool's: `-load` and `-t` or `-run`
// become the first word "load" or "run", `-threads`, `-target`, `-db` and `-l` get two dashes.
// Everything else stays as it is. InvalidArgument if both phases are asked for.
absl::StatusOr<std::vector<std::string>> normaliseYcsbFlags(const std::vector<std::string>& args);

}  // namespace bridle::internal::bench
