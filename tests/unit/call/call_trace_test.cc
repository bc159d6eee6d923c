#include "call/call_trace.h"

#include <gtest/gtest.h>

namespace bridle::internal {
namespace {

using namespace std::chrono_literals;

constexpr Endpoint kFirst{0x0a000001, 34801};
constexpr Endpoint kSecond{0x0a000002, 34801};

TEST(CallTrace, IsEmptyAsLongAsNothingWentWrong) {
  const CallTrace trace;
  EXPECT_TRUE(trace.empty());
  EXPECT_EQ(trace.toString(), "");
  EXPECT_EQ(trace.lastOf(LegId::kPrimary), nullptr);
  EXPECT_EQ(trace.lastOf(LegId::kBackup), nullptr);
}

TEST(CallTrace, TellsEachRequestWithServerTimeAndReason) {
  CallTrace trace;
  trace.add({.leg = LegId::kPrimary, .server = kFirst, .text = "ERR_INVALID_STATE"});
  trace.add({.leg = LegId::kBackup, .server = kSecond, .sent_after = 5ms, .text = "ERR_BUSY"});
  trace.add({.leg = LegId::kPrimary, .sent_after = 12'340us, .text = "no primary"});
  EXPECT_EQ(trace.toString(),
            "#1 to 10.0.0.1:34801 at 0.0 ms: ERR_INVALID_STATE; "
            "backup to 10.0.0.2:34801 at 5.0 ms: ERR_BUSY; "
            "#2 at 12.3 ms: no primary");
}

TEST(CallTrace, FindsTheLastOfEachLeg) {
  CallTrace trace;
  trace.add({.leg = LegId::kPrimary, .text = "first"});
  trace.add({.leg = LegId::kBackup, .text = "second"});
  trace.add({.leg = LegId::kPrimary, .text = "third"});
  EXPECT_FALSE(trace.empty());
  EXPECT_EQ(trace.lastOf(LegId::kPrimary)->text, "third");
  EXPECT_EQ(trace.lastOf(LegId::kBackup)->text, "second");
}

}  // namespace
}  // namespace bridle::internal
