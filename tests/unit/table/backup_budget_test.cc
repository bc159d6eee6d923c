#include <gtest/gtest.h>

#include <optional>

#include "support/status_matchers.h"
#include "support/table_world.h"

// The budget as reads meet it.
namespace bridle::internal {
namespace {

using test::good;
using test::kGet;
using test::TableWorld;
using test::TestCall;
using namespace std::chrono_literals;

class TableBudgetTest : public testing::Test {
 protected:
  void open(double ratio) {
    world.emplace(TableWorld::Options{.backup_max_ratio = ratio});
    world->open();
  }

  // `count` reads, one each 300 us; returns how many backup requests they had.
  std::uint64_t readFor(int count, Duration answer) {
    const std::uint64_t before = world->counters().backup_sent.get();
    world->p.answers(good(answer));
    for (int i = 0; i < count; ++i) {
      world->start(kGet);
      world->reactor.runFor(300us);
    }
    world->reactor.runFor(1s);
    return world->counters().backup_sent.get() - before;
  }

  std::optional<TableWorld> world;
};

TEST_F(TableBudgetTest, A42_WithAllSlowBackupsEndWhenTheBudgetIsUsedUp) {
  open(0.05);
  readFor(20'000, 100us);
  // Half a second at 3333 reads/s makes 83.3 tokens.
  EXPECT_EQ(readFor(1000, 30ms), 83U);
  // Reads that were late pay nothing in, those without a backup request neither.
  EXPECT_EQ(readFor(3000, 30ms), 0U);
  EXPECT_EQ(world->counters().backup_denied_budget.get(), 3917U);
  EXPECT_EQ(readFor(200, 100us), 0U);
  EXPECT_EQ(readFor(100, 30ms), 10U);
  world->expectQuiet();
}

TEST_F(TableBudgetTest, NeverMoreThanWhatWasThereAndPaidIn) {
  open(0.05);
  std::uint64_t timely = 0;
  for (int round = 0; round < 50; ++round) {
    readFor(37 * round, 100us);
    timely += static_cast<std::uint64_t>(37 * round);
    readFor(23, 15ms);
    ASSERT_LE(world->counters().backup_sent.get(), 10 + timely / 20) << round;
  }
}

TEST_F(TableBudgetTest, ADeniedReadEndsAtThePrimarysPace) {
  open(0);
  world->p.answers(good(50ms));
  for (int i = 0; i < 20; ++i) {
    const TestCall& get = world->run(kGet);
    EXPECT_THAT(get.status, test::IsOk());
    EXPECT_EQ(get.lasted(), 50ms);
  }
  EXPECT_EQ(world->counters().backup_sent.get(), 0U);
  EXPECT_EQ(world->counters().backup_denied_budget.get(), 20U);
  world->expectQuiet();
}

TEST_F(TableBudgetTest, AOnePercentBudgetIsOnePercent) {
  open(0.01);
  std::uint64_t sent = 0;
  for (int i = 0; i < 100; ++i) {
    sent += readFor(90, 100us);
    sent += readFor(10, 20ms);
  }
  EXPECT_EQ(sent, 9U + 100 * 90 / 100);  // the first reads paid into a full bucket
}

TEST_F(TableBudgetTest, ARatioOfOneDeniesNothing) {
  open(1);
  EXPECT_EQ(readFor(500, 30ms), 500U);
  EXPECT_EQ(world->counters().backup_denied_budget.get(), 0U);
}

}  // namespace
}  // namespace bridle::internal
