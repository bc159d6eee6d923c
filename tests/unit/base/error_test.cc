#include "base/error.h"

#include "base/status.h"
#include "gtest/gtest.h"

namespace bridle::internal {
namespace {

TEST(ErrorTest, InfoComesBackFromTheStatus) {
  const ErrorInfo info{.code = ErrorCode::kOutcomeUnknown,
                       .may_have_executed = true,
                       .attempts = 3,
                       .backups = 1,
                       .elapsed_ms = 12.5,
                       .server_error = "ERR_BUSY"};
  const absl::Status status = makeError(info, "set failed");
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(toStd(status.message()), "set failed");
  EXPECT_EQ(errorInfo(status), info);
  EXPECT_TRUE(mayHaveExecuted(status));
}

TEST(ErrorTest, OtherStatusesCarryNoInfo) {
  EXPECT_EQ(errorInfo(absl::OkStatus()), std::nullopt);
  EXPECT_EQ(errorInfo(absl::UnavailableError("not ours")), std::nullopt);
  EXPECT_FALSE(mayHaveExecuted(absl::UnavailableError("not ours")));
}

TEST(ErrorTest, EveryCodeHasANameAndACanonicalCode) {
  for (int i = 0; i < kErrorCodeCount; ++i) {
    const ErrorCode code = static_cast<ErrorCode>(i);
    EXPECT_NE(errorCodeName(code), "unknown") << i;
    EXPECT_NE(canonicalCode(code), absl::StatusCode::kUnknown) << i;
    EXPECT_EQ(errorInfo(makeError(code, ""))->code, code);
  }
}

}  // namespace
}  // namespace bridle::internal
