#pragma once

#include <gmock/gmock.h>

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/status.h"

namespace bridle::test {

inline const absl::Status& statusOf(const absl::Status& status) {
  return status;
}
template <typename T>
const absl::Status& statusOf(const absl::StatusOr<T>& value) {
  return value.status();
}

// EXPECT_THAT(call(), IsOk());
MATCHER(IsOk, "is OK") {
  *result_listener << statusOf(arg).ToString();
  return statusOf(arg).ok();
}

// EXPECT_THAT(call(), FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("port")));
MATCHER_P2(FailsWith, code, message, "") {
  const absl::Status& status = statusOf(arg);
  *result_listener << status.ToString();
  return status.code() == code &&
         testing::ExplainMatchResult(message, std::string(internal::toStd(status.message())),
                                     result_listener);
}

}  // namespace bridle::test
