#include "base/error.h"
#include "base/limits.h"
#include "support/status_matchers.h"
#include "unit/route/resolver_fixture.h"

namespace bridle::internal {
namespace {

using absl::StatusCode;
using test::errorConfig;
using test::FailsWith;
using test::partition;
using test::replica;
using test::ServerError;
using test::tableConfig;
using testing::HasSubstr;
using testing::IsEmpty;
using namespace std::chrono_literals;

class ResolverRefreshTest : public test::ResolverFixture {};

TEST_F(ResolverRefreshTest, InstallsNewRoutesWithAHigherVersion) {
  openWith(tableConfig(2, 4, 3));
  answer(tableConfig(2, 4, 4));
  refreshAndWait();
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(told[1]->version(), 2U);
  EXPECT_EQ(told[1]->at(0).ballot, 4);
  EXPECT_EQ(resolver->refreshes(), 1U);
}

TEST_F(ResolverRefreshTest, AFruitlessAnswerTellsThePresentRoutesAgain) {
  openWith(tableConfig(2, 4));
  refreshAndWait();
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(told[1], told[0]);
  EXPECT_EQ(resolver->refreshes(), 0U);
}

TEST_F(ResolverRefreshTest, ManyWhoFindTheSameRoutesWrongAskOnce) {
  openWith(tableConfig(2, 4, 3));
  reactor.runFor(1s);
  answer(tableConfig(2, 4, 4));
  const std::uint64_t before = session->queries();
  for (int i = 0; i < 100; ++i) resolver->refresh(1);
  reactor.runFor(10ms);
  for (int i = 0; i < 100; ++i) resolver->refresh(1);
  reactor.runFor(10s);
  EXPECT_EQ(session->queries(), before + 1) << "version 2 is known by then";
}

TEST_F(ResolverRefreshTest, AsksAtOnceIfTheLastAnswerIsOldEnough) {
  openWith(tableConfig(2, 4, 3));
  reactor.runFor(1s);
  answer(tableConfig(2, 4, 4));
  resolver->refresh(1);
  reactor.runFor(1ms);
  EXPECT_EQ(told.size(), 2U);
}

TEST_F(ResolverRefreshTest, BetweenTwoQuestionsIsTheLeastInterval) {
  openWith(tableConfig(2, 4, 3));
  const TimePoint opened_at = reactor.now();
  answer(tableConfig(2, 4, 4));
  resolver->refresh(1);
  while (told.size() == 1) reactor.runFor(1ms);
  EXPECT_GE(reactor.now() - opened_at, limits::kRefreshMinInterval - 10ms);
  EXPECT_LE(reactor.now() - opened_at, 170ms);
}

// Each answer, or failure, is found wrong at once; the questions in `time`.
class ResolverPaceTest : public ResolverRefreshTest {
 protected:
  std::uint64_t questionsIn(Duration time) {
    const std::uint64_t before = meta(1).requests.size();
    const TimePoint end = reactor.now() + time;
    while (reactor.now() < end) {
      resolver->refresh(told.back()->version());
      reactor.runFor(1ms);
    }
    return meta(1).requests.size() - before;
  }
};

TEST_F(ResolverPaceTest, SlowsDownWhileNothingNewIsLearnt) {
  openWith(tableConfig(2, 4));
  const std::uint64_t early = questionsIn(1s);
  EXPECT_GE(early, 3U);
  EXPECT_LE(early, 6U);
  const std::uint64_t late = questionsIn(10s);
  EXPECT_GE(late, 20U) << "a new primary must not go unnoticed for long";
  EXPECT_LE(late, 35U);
}

TEST_F(ResolverPaceTest, SlowsDownFurtherWhileTheMetaFails) {
  openWith(tableConfig(2, 4));
  answer(errorConfig(ServerError::kUnderRecovery));
  questionsIn(10s);
  const std::uint64_t late = questionsIn(60s);
  EXPECT_GE(late, 11U);
  EXPECT_LE(late, 21U);
  EXPECT_FALSE(errors.empty());
}

TEST_F(ResolverPaceTest, IsQuickAgainAfterNews) {
  openWith(tableConfig(2, 4, 3));
  questionsIn(10s);
  answer(tableConfig(2, 4, 4));
  while (told.back()->at(0).ballot < 4) questionsIn(1ms);
  EXPECT_EQ(questionsIn(170ms), 1U);
  EXPECT_EQ(questionsIn(340ms), 1U);
}

TEST_F(ResolverRefreshTest, ABallotNeverGoesBack) {
  openWith(tableConfig(2, 4, 5));
  answer(tableConfig(2, 4, 4));
  refreshAndWait();
  EXPECT_EQ(told.back(), told.front());
  auto mixed = tableConfig(2, 4, 4);
  mixed.partitions[1] = partition(2, 1, 9, replica(7));
  answer(mixed);
  refreshAndWait();
  EXPECT_EQ(told.back()->at(0).ballot, 5);
  EXPECT_EQ(told.back()->at(1).ballot, 9);
  EXPECT_EQ(told.back()->at(1).primary, replica(7));
}

TEST_F(ResolverRefreshTest, A23_ATableRecreatedWithAnotherCountIsAccepted) {
  openWith(tableConfig(2, 4, 50));
  answer(tableConfig(7, 32, 1));
  refreshAndWait();
  EXPECT_EQ(told.back()->appId(), 7);
  EXPECT_EQ(told.back()->partitionCount(), 32);
  EXPECT_EQ(told.back()->at(0).ballot, 1);
  answer(tableConfig(9, 3, 1));
  refreshAndWait();
  EXPECT_EQ(told.back()->partitionCount(), 3) << "nor need it be a power of two";
}

TEST_F(ResolverRefreshTest, A38_ASplitIsFollowedFromItsStartToItsEnd) {
  openWith(tableConfig(2, 4, 3));
  auto splitting = tableConfig(2, 8, 3);
  for (std::int32_t child = 4; child < 8; ++child) {
    splitting.partitions[static_cast<std::size_t>(child)] = partition(2, child, -1, {});
  }
  answer(splitting);
  refreshAndWait();
  EXPECT_EQ(told.back()->partitionFor(7), 3);
  splitting.partitions[7] = partition(2, 7, 4, replica(1));
  answer(splitting);
  refreshAndWait();
  EXPECT_EQ(told.back()->partitionFor(7), 7);
  EXPECT_EQ(told.back()->partitionFor(6), 2);
  answer(tableConfig(2, 4, 3));
  refreshAndWait();
  EXPECT_EQ(told.back()->partitionCount(), 4) << "cancelled";
}

TEST_F(ResolverRefreshTest, ADroppedTableIsToldAsNotFoundAndMayComeBack) {
  openWith(tableConfig(2, 4));
  answer(errorConfig(ServerError::kObjectNotFound));
  refreshAndWait();
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_THAT(errors[0], FailsWith(StatusCode::kNotFound, HasSubstr("\"temp\" does not exist")));
  answer(tableConfig(3, 4));
  refreshAndWait();
  EXPECT_EQ(told.back()->appId(), 3);
}

TEST_F(ResolverRefreshTest, AMetaThatIsGoneIsToldAfterABoundedTime) {
  openWith(tableConfig(2, 4));
  meta(1).stop();
  resolver->refresh(1);
  reactor.runFor(limits::kRefreshMaxInterval + 200ms);
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_THAT(errors[0], FailsWith(StatusCode::kUnavailable, HasSubstr("10.0.1.1:34601")));
  EXPECT_EQ(told.size(), 1U);
}

TEST_F(ResolverRefreshTest, RoutesThatAreReplacedAlreadyAreNotAskedForAgain) {
  openWith(tableConfig(2, 4, 3));
  answer(tableConfig(2, 4, 4));
  refreshAndWait();
  const std::uint64_t before = session->queries();
  resolver->refresh(1);
  reactor.runFor(10s);
  EXPECT_EQ(session->queries(), before);
  EXPECT_TRUE(reactor.runUntilIdle(1h));
}

TEST_F(ResolverRefreshTest, WhoIsToldMayAskAgain) {
  answer(tableConfig(2, 4));
  int answers = 0;
  std::optional<Resolver> own;
  own.emplace(
      *session, reactor, "temp",
      [&](const auto& routes) {
        if (++answers < 5) own->refresh(routes->version());
      },
      [](const auto&) {});
  own->open(reactor.now() + 1s, [](const absl::Status&) {});
  reactor.runFor(10s);
  EXPECT_EQ(answers, 5);
}

TEST_F(ResolverRefreshTest, CancellingTheMetaCallsEndsARefresh) {
  openWith(tableConfig(2, 4));
  meta(1).script = nullptr;
  reactor.runFor(1s);
  resolver->refresh(1);
  reactor.runFor(10ms);
  session->cancelAll(makeError(ErrorCode::kClosed, "the client was closed"));
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_THAT(errors[0], FailsWith(StatusCode::kFailedPrecondition, HasSubstr("was closed")));
  EXPECT_EQ(errorInfo(errors[0])->code, ErrorCode::kClosed);
}

}  // namespace
}  // namespace bridle::internal
