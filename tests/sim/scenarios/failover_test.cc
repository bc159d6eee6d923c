// Servers that stop, come back, fall silent or lose their role.

#include "base/limits.h"
#include "world_test.h"

namespace bridle::internal::sim {
namespace {

class FailoverTest : public WorldTest {};

TEST_F(FailoverTest, A01_ADeafPrimaryIsLeftAfterSomeSilentCalls) {
  network().inject(SimFault::kClog, SimRoute::toServer(World::replica(0)));
  EXPECT_THAT(cluster().movePrimary("t", 0), IsOk());
  for (int i = 0; i < 3; ++i) {
    EXPECT_THAT(get(key_, 200), FailsWithCode(ErrorCode::kDeadlineExceeded));
  }
  EXPECT_THAT(get(key_, 200), IsOk());
}

TEST_F(FailoverTest, A27_CallsInFlightAtAServerThatDiesSucceedAtTheNewPrimary) {
  world_->addFault({.server = 0, .delay_min_ms = 50, .delay_max_ms = 50});
  for (int i = 0; i < 100; ++i) startGet(key_);
  pass(10ms);
  EXPECT_EQ(world_->seenAt(0), 100U);
  EXPECT_THAT(cluster().stopReplica(0), IsOk());
  const TimePoint killed = now();
  awaitEnds(100);
  for (const Value& end : ends_) EXPECT_THAT(end, IsOk());
  EXPECT_LE(now() - killed, 500ms);
  EXPECT_EQ(world_->seenAt(1), 100U);
  EXPECT_LE(client_->stats().meta_queries, 3U);  // one was for the open
}

TEST_F(FailoverTest, A28_ASilentConnectionIsMadeAnew) {
  connect({.session_reset_ms = 3000});
  const std::uint64_t connects = client_->stats().connects;
  world_->addFault({.server = 0, .ignore = true});
  for (int i = 0; i < 5; ++i) {
    EXPECT_THAT(get(key_, 500), FailsWithCode(ErrorCode::kDeadlineExceeded));
  }
  EXPECT_EQ(client_->stats().disconnects, 0U);
  EXPECT_FALSE(get(key_, 1000).ok());
  EXPECT_EQ(client_->stats().disconnects, 1U);
  EXPECT_EQ(client_->stats().connects, connects + 4);  // 3 servers, and one of them again
  cluster().clearFaults();
  EXPECT_THAT(get(key_), IsOk());
}

TEST_F(FailoverTest, A29_AConnectionWithSomeAnswersIsKept) {
  connect({.session_reset_ms = 1000});
  world_->addFault({.server = 0, .op = OneboxOp::kTtl, .ignore = true});
  for (int i = 0; i < 20; ++i) {
    EXPECT_FALSE(client_->ttl(t_, key_, 300).ok());
    EXPECT_THAT(get(key_), IsOk());
  }
  EXPECT_EQ(client_->stats().disconnects, 0U);
}

TEST_F(FailoverTest, A30_ADeadServerIsDialledAtAModestRate) {
  constexpr int kCallers = 64;
  network().cut(SimRoute::toServer(World::replica(0)));
  const TimePoint end = now() + 60s;
  std::function<void()> call = [&] {
    client_->start(t_, GetRequest{{{key_}, {500}}}, [&](const Value& value) {
      EXPECT_FALSE(value.ok());
      if (now() < end) call();
    });
  };
  for (int i = 0; i < kCallers; ++i) call();
  pass(62s);
  EXPECT_GE(client_->stats().connect_failures, 60U);
  EXPECT_LE(client_->stats().connect_failures, 100U);
}

TEST_F(FailoverTest, A31_A32_AMovedPrimaryIsFoundAndTheOldOneIsNotAskedAgain) {
  EXPECT_THAT(get(key_), IsOk());
  EXPECT_THAT(cluster().movePrimary("t", 0), IsOk());
  const TimePoint moved = now();
  EXPECT_THAT(get(key_, 3000), IsOk());
  EXPECT_LE(now() - moved, 2 * limits::kRefreshMinInterval);
  world_->forgetSeen();
  for (int i = 0; i < 10; ++i) EXPECT_THAT(get(key_), IsOk());
  EXPECT_EQ(world_->seenAt(0), 0U);
  EXPECT_EQ(world_->seenAt(1), 10U);
}

TEST_F(FailoverTest, A31_APrimaryThatIsMissingForAWhileIsWaitedFor) {
  for (int i = 0; i < 3; ++i) EXPECT_THAT(cluster().stopReplica(i), IsOk());
  after(1s, [this] {
    for (int i = 0; i < 3; ++i) EXPECT_THAT(cluster().startReplica(i), IsOk());
  });
  EXPECT_THAT(get(key_, 3000), IsOk());
}

TEST_F(FailoverTest, A33_AServerHasOneConnectionForAllPartitionsAndTables) {
  ASSERT_THAT(world_->createTable("wide", 64), IsOk());
  EXPECT_THAT(client_->open("wide"), IsOk());
  EXPECT_THAT(client_->open("wide", {.backup_request_ms = 1}), IsOk());
  pass(1s);
  EXPECT_EQ(client_->stats().connects, 3U);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(cluster().counts(i).connections, 1U);
}

TEST_F(FailoverTest, A35_AServerThatIsBackIsUsedWithinASecond) {
  make({.replicas = 1});
  connect();
  EXPECT_THAT(cluster().stopReplica(0), IsOk());
  const TimePoint up = now() + 3s;
  after(3s, [this] { EXPECT_THAT(cluster().startReplica(0), IsOk()); });
  while (now() < up) EXPECT_FALSE(get(key_, 200).ok() && now() < up);
  EXPECT_THAT(get(key_, 1000), IsOk());
  EXPECT_LE(now() - up, 1s);
}

TEST_F(FailoverTest, A36_ConnectionsAreThereBeforeTheFirstCall) {
  ASSERT_THAT(world_->createTable("one", 1), IsOk());
  SimClient other(*world_, {}, 1);
  const auto one = other.open("one");
  ASSERT_THAT(one, IsOk());
  pass(1ms);
  EXPECT_EQ(other.stats().connects, 1U);
  const TimePoint start = now();
  EXPECT_THAT(other.get(*one, "k"), IsOk());
  EXPECT_EQ(now() - start, 200us);
  EXPECT_THAT(other.open("one", {.backup_request_ms = 5}), IsOk());
  pass(1ms);
  EXPECT_EQ(other.stats().connects, 3U);  // the secondaries as well
}

}  // namespace
}  // namespace bridle::internal::sim
