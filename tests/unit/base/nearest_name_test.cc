#include "base/nearest_name.h"

#include <gmock/gmock.h>

#include <string>

namespace bridle::internal {
namespace {

using testing::Eq;
using testing::Optional;

constexpr std::string_view kNames[] = {"backup_request_ms", "backup_request_max_ratio",
                                       "operation_timeout_ms", "seed"};

TEST(NearestNameTest, FindsTheNameBehindASlip) {
  EXPECT_THAT(nearestName("backup_reqest_ms", kNames), Optional(Eq("backup_request_ms")));
  EXPECT_THAT(nearestName("backup_request_max_ration", kNames),
              Optional(Eq("backup_request_max_ratio")));
  EXPECT_THAT(nearestName("operation_timeuot_ms", kNames), Optional(Eq("operation_timeout_ms")));
  EXPECT_THAT(nearestName("sede", kNames), Optional(Eq("seed")));
}

TEST(NearestNameTest, CaseAndDashesAreNoDifference) {
  EXPECT_THAT(nearestName("Backup-Request-Ms", kNames), Optional(Eq("backup_request_ms")));
}

TEST(NearestNameTest, ASwapOfTwoLettersIsOneSlip) {
  constexpr std::string_view names[] = {"xabx", "xba"};
  EXPECT_THAT(nearestName("xbax", names), Optional(Eq("xabx")));
}

TEST(NearestNameTest, NothingNearIsNothing) {
  EXPECT_EQ(nearestName("replicas", kNames), std::nullopt);
  EXPECT_EQ(nearestName("", kNames), std::nullopt);
  EXPECT_EQ(nearestName("x", {}), std::nullopt);
  EXPECT_EQ(nearestName(std::string(100'000, 's'), kNames), std::nullopt);
}

TEST(NearestNameTest, AHintNamesTheNearestOrAll) {
  EXPECT_EQ(nameHint("sed", kNames), "did you mean \"seed\"?");
  EXPECT_EQ(nameHint("replicas", kNames),
            "known are backup_request_ms, backup_request_max_ratio, operation_timeout_ms, seed");
}

}  // namespace
}  // namespace bridle::internal
