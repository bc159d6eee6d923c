#include "wire/errors.h"

#include <gtest/gtest.h>

namespace bridle::internal::wire {
namespace {

constexpr int kErrors = static_cast<int>(ServerError::kUnrecognised) + 1;

TEST(ErrorsTest, EachNameLeadsBackToItsError) {
  for (int i = 0; i < kErrors; ++i) {
    const auto error = static_cast<ServerError>(i);
    EXPECT_TRUE(errorName(error).starts_with("ERR_")) << i;
    EXPECT_EQ(errorFromName(errorName(error)), error) << errorName(error);
  }
}

TEST(ErrorsTest, NamesStandAtTheirEnumerators) {
  EXPECT_EQ(errorName(ServerError::kOk), "ERR_OK");
  EXPECT_EQ(errorName(ServerError::kTimeout), "ERR_TIMEOUT");
  EXPECT_EQ(errorName(ServerError::kForwardToOthers), "ERR_FORWARD_TO_OTHERS");
  EXPECT_EQ(errorName(ServerError::kNotEnoughMember), "ERR_NOT_ENOUGH_MEMBER");
  EXPECT_EQ(errorName(ServerError::kCapacityExceeded), "ERR_CAPACITY_EXCEEDED");
  EXPECT_EQ(errorName(ServerError::kBusyCreating), "ERR_BUSY_CREATING");
  EXPECT_EQ(errorName(ServerError::kParentPartitionMisused), "ERR_PARENT_PARTITION_MISUSED");
  EXPECT_EQ(errorName(ServerError::kDiskInsufficient), "ERR_DISK_INSUFFICIENT");
  EXPECT_EQ(errorName(ServerError::kNotMatched), "ERR_NOT_MATCHED");
}

TEST(ErrorsTest, AStrangeNameIsUnrecognised) {
  for (const char* name : {"", "ERR_", "ok", "ERR_OK ", "ERR_FORWARD_TO_PRIMARY"}) {
    EXPECT_EQ(errorFromName(name), ServerError::kUnrecognised) << name;
  }
}

TEST(ErrorsTest, StorageStatusHasANameWhateverTheServerSends) {
  EXPECT_EQ(storageStatusName(0), "Ok");
  EXPECT_EQ(storageStatusName(1), "NotFound");
  EXPECT_EQ(storageStatusName(7), "Incomplete");
  EXPECT_EQ(storageStatusName(13), "TryAgain");
  for (const std::int32_t code : {-1, 14, INT32_MIN, INT32_MAX}) {
    EXPECT_EQ(storageStatusName(code), "unknown status") << code;
  }
}

}  // namespace
}  // namespace bridle::internal::wire
