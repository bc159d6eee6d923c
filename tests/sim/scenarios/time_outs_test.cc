// Times are kept as they were set, to the tick, also where the network is slow or takes nothing.

#include "world_test.h"

namespace bridle::internal::sim {
namespace {

class TimeOutsTest : public WorldTest {};

TEST_F(TimeOutsTest, A03_ConnectingMayTakeAsLongAsItsOwnTimeOutSays) {
  network().setPath(SimRoute::toServer(World::replica(0)), {.delay = SimDelay::fixed(2s)});
  connect({.connect_timeout_ms = 1000});
  EXPECT_THAT(get(key_, 10'000),
              FailsWith(StatusCode::kUnavailable, HasSubstr("no answer within 1000 ms")));
  connect({.connect_timeout_ms = 3000});
  EXPECT_THAT(get(key_, 10'000), IsOk());
}

TEST_F(TimeOutsTest, A04_ACallEndsAtItsDeadlineNotBeforeAndNotAfter) {
  world_->addFault({.ignore = true});
  for (const auto timeout : {1ms, 100ms, 5000ms}) {
    const TimePoint start = now();
    EXPECT_THAT(get(key_, static_cast<double>(timeout.count())),
                FailsWithCode(ErrorCode::kDeadlineExceeded));
    EXPECT_EQ(now() - start, timeout);
  }
}

TEST_F(TimeOutsTest, A06_ACloseDoesNotWaitForAServerThatTakesNothing) {
  network().inject(SimFault::kClog, SimRoute::toServer(World::replica(0)));
  const std::string value(300'000, 'v');
  std::vector<absl::Status> ends;
  for (int i = 0; i < 50; ++i) {
    client_->start(t_, SetRequest{{key_}, value, {.timeout_ms = 60'000}},
                   [&ends](absl::Status status) { ends.push_back(std::move(status)); });
  }
  pass(1s);
  EXPECT_TRUE(ends.empty());
  const TimePoint start = now();
  client_->close();
  EXPECT_EQ(now(), start);
  ASSERT_EQ(ends.size(), 50U);
  for (const absl::Status& end : ends) EXPECT_THAT(end, FailsWithCode(ErrorCode::kClosed));
}

}  // namespace
}  // namespace bridle::internal::sim
