#pragma once

#include <gmock/gmock.h>

#include <string>

#include "support/status_matchers.h"

namespace bridle::test {

// A status about bad input whose text contains `why`.
inline auto Refuses(const std::string& why) {
  return FailsWith(absl::StatusCode::kInvalidArgument, testing::HasSubstr(why));
}

}  // namespace bridle::test
