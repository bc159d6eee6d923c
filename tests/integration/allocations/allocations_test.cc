#include <functional>
#include <latch>
#include <memory>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "bridle/client.h"
#include "bridle/onebox.h"
#include "support/allocation_counter.h"

// What a call takes from the heap once everything has been used before: one block from a foreign
// thread, nothing on a thread of the client, and the value.
namespace bridle {
namespace {

using Value = absl::StatusOr<std::optional<std::string>>;

constexpr int kCalls = 1000;

class AllocationsTest : public testing::TestWithParam<double> {
 protected:
  AllocationsTest()
      : onebox_(*Onebox::start({.replicas = 3, .tables = {{"t", 4}}})),
        client_(*Client::connect({.meta_servers = onebox_->metaServers()})),
        table_(*client_.openTable("t", GetParam())) {}

  // Makes `calls` gets in a row, each started by the end of the one before, and gives the
  // allocations they made on the loop's thread.
  std::uint64_t onTheLoop(int calls) {
    std::uint64_t made = 0;
    std::latch done(1);
    struct Chain {
      Table& table;
      int left;
      std::uint64_t before;
      std::uint64_t& made;
      std::latch& done;

      void next() {
        table.asyncGet({"user_1", "name"}, [this](const Value&) {
          if (before == 0) before = test::allocations();
          if (--left > 0) return next();
          made = test::allocations() - before;
          done.count_down();
        });
      }
    } chain{table_, calls + 1, 0, made, done};
    chain.next();
    done.wait();
    return made;
  }

  // Starts `calls` gets on this thread and gives the allocations that took here.
  std::uint64_t onThisThread(int calls) {
    std::latch done(calls);
    const std::uint64_t before = test::allocations();
    for (int i = 0; i < calls; ++i) {
      table_.asyncGet({"user_1", "name"}, [&done](const Value&) { done.count_down(); });
    }
    const std::uint64_t made = test::allocations() - before;
    done.wait();
    return made;
  }

  std::unique_ptr<Onebox> onebox_;
  Client client_;
  Table table_;
};

TEST_P(AllocationsTest, AGetOnTheLoopTakesNothingButTheValue) {
  ASSERT_TRUE(table_.set({"user_1", "name"}, "short").ok());  // fits into the string itself
  (void)onTheLoop(kCalls);
  EXPECT_EQ(onTheLoop(kCalls), 0U);
  ASSERT_TRUE(table_.set({"user_1", "name"}, std::string(100, 'v')).ok());
  EXPECT_EQ(onTheLoop(kCalls), kCalls);
}

TEST_P(AllocationsTest, AGetFromAnotherThreadTakesOneBlock) {
  ASSERT_TRUE(table_.set({"user_1", "name"}, "short").ok());
  (void)onThisThread(kCalls);
  EXPECT_EQ(onThisThread(kCalls), kCalls);
}

INSTANTIATE_TEST_SUITE_P(BackupRequestMs, AllocationsTest, testing::Values(0.0, 1000.0));

}  // namespace
}  // namespace bridle
