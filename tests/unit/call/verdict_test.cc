#include "call/verdict.h"

#include <gtest/gtest.h>

#include <set>

namespace bridle::internal {
namespace {

using enum Verdict;
using wire::ServerError;

struct Row {
  const char* error;
  Verdict verdict;
  ErrorCode code;  // of a call that ends with it
};

// One row for each answer a data call can get from a Pegasus server.
constexpr Row kAnswers[] = {
    {"ERR_OK", kOk, ErrorCode::kUnavailable},
    {"ERR_TIMEOUT", kAmbiguous, ErrorCode::kUnavailable},
    {"ERR_OBJECT_NOT_FOUND", kStaleRoute, ErrorCode::kUnavailable},
    {"ERR_INVALID_STATE", kStaleRoute, ErrorCode::kUnavailable},
    {"ERR_INACTIVE_STATE", kStaleRoute, ErrorCode::kUnavailable},
    {"ERR_PARENT_PARTITION_MISUSED", kStaleRoute, ErrorCode::kUnavailable},
    {"ERR_CHILD_NOT_READY", kStaleRoute, ErrorCode::kUnavailable},
    {"ERR_SPLITTING", kRejected, ErrorCode::kUnavailable},
    {"ERR_NOT_ENOUGH_MEMBER", kRejected, ErrorCode::kUnavailable},
    {"ERR_SERVICE_NOT_ACTIVE", kRejected, ErrorCode::kUnavailable},
    {"ERR_CAPACITY_EXCEEDED", kBusy, ErrorCode::kThrottled},
    {"ERR_BUSY", kBusy, ErrorCode::kThrottled},
    {"ERR_DISK_INSUFFICIENT", kFinal, ErrorCode::kRefused},
    {"ERR_INVALID_DATA", kFinal, ErrorCode::kTooLarge},
    {"ERR_FILE_OPERATION_FAILED", kFinal, ErrorCode::kStorage},
    {"ERR_OPERATION_DISABLED", kFinal, ErrorCode::kRefused},
    {"ERR_HANDLER_NOT_FOUND", kFinal, ErrorCode::kRefused},
    {"ERR_ACL_DENY", kFinal, ErrorCode::kRefused},
    {"ERR_UNAUTHENTICATED", kFinal, ErrorCode::kRefused},
    {"ERR_APP_NOT_EXIST", kFinal, ErrorCode::kRefused},
    {"ERR_APP_DROPPED", kFinal, ErrorCode::kRefused},
    {"ERR_NETWORK_FAILURE", kAmbiguous, ErrorCode::kUnavailable},
    {"ERR_A_NAME_OF_TOMORROW", kAmbiguous, ErrorCode::kUnavailable},
};

TEST(Verdict, A41_EachAnswerHasItsPlace) {
  for (const Row& row : kAnswers) {
    const ServerError error = wire::errorFromName(row.error);
    EXPECT_EQ(verdictName(verdictOf(error)), verdictName(row.verdict)) << row.error;
    EXPECT_EQ(errorCodeName(errorCodeOf(error)), errorCodeName(row.code)) << row.error;
  }
}

TEST(Verdict, A12_WhatIsPermanentIsNotRepeated) {
  for (const ServerError error :
       {ServerError::kDiskInsufficient, ServerError::kInvalidData, ServerError::kAclDeny,
        ServerError::kHandlerNotFound, ServerError::kOperationDisabled}) {
    EXPECT_EQ(verdictOf(error), kFinal) << wire::errorName(error);
  }
}

TEST(Verdict, A34_ATimeOutOfTheServerIsNoReasonToAskForRoutes) {
  EXPECT_EQ(verdictOf(ServerError::kTimeout), kAmbiguous);
  EXPECT_EQ(verdictOf(ServerError::kInvalidState), kStaleRoute);
}

TEST(Verdict, A69_ThrottlingHasACodeOfItsOwn) {
  EXPECT_EQ(errorCodeOf(ServerError::kBusy), ErrorCode::kThrottled);
  EXPECT_EQ(errorCodeOf(ServerError::kTryAgain), ErrorCode::kThrottled);
}

// Only an answer that was certainly not executed may be called final or refused.
TEST(Verdict, OnlyOkIsGood) {
  for (int i = 0; i <= static_cast<int>(ServerError::kUnrecognised); ++i) {
    const auto error = static_cast<ServerError>(i);
    EXPECT_EQ(verdictOf(error) == kOk, error == ServerError::kOk) << wire::errorName(error);
    EXPECT_NE(verdictOf(error), kNotSent) << wire::errorName(error);
  }
}

TEST(Verdict, NamesAreDistinct) {
  std::set<std::string_view> names;
  for (int i = 0; i <= static_cast<int>(kFinal); ++i) {
    names.insert(verdictName(static_cast<Verdict>(i)));
  }
  EXPECT_EQ(names.size(), 7U);
}

}  // namespace
}  // namespace bridle::internal
