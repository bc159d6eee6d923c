#include "tools/bench/insert_sequence.h"

#include <gmock/gmock.h>

#include <thread>
#include <vector>

namespace bridle::internal::bench {
namespace {

TEST(InsertSequenceTest, AdvancesOverAcknowledgedNumbersOnly) {
  InsertSequence inserts(1000);
  EXPECT_EQ(inserts.last(), 999);
  for (std::int64_t number = 1000; number <= 1002; ++number) EXPECT_EQ(inserts.take(), number);
  inserts.acknowledge(1001);
  EXPECT_EQ(inserts.last(), 999);
  inserts.acknowledge(1000);
  EXPECT_EQ(inserts.last(), 1001);
  inserts.acknowledge(1002);
  EXPECT_EQ(inserts.last(), 1002);
}

TEST(InsertSequenceTest, ANumberThatFailedIsTriedAgain) {
  InsertSequence inserts(0);
  const std::int64_t failed = inserts.take();
  inserts.giveBack(failed);
  EXPECT_EQ(inserts.last(), -1);
  EXPECT_EQ(inserts.take(), failed);
  EXPECT_EQ(inserts.take(), failed + 1);
  inserts.acknowledge(failed);
  EXPECT_EQ(inserts.last(), failed);
}

TEST(InsertSequenceTest, OneSlowInsertHoldsUpAnyNumberOfOthers) {
  InsertSequence inserts(0);
  const std::int64_t slow = inserts.take();
  constexpr std::int64_t kOthers = 1'050'000;  // more than YCSB's window of 2^20
  for (std::int64_t i = 0; i < kOthers; ++i) inserts.acknowledge(inserts.take());
  EXPECT_EQ(inserts.last(), -1);
  inserts.acknowledge(slow);
  EXPECT_EQ(inserts.last(), kOthers);
}

TEST(InsertSequenceTest, ManyThreadsGetEachNumberOnce) {
  constexpr int kThreads = 4;
  constexpr std::int64_t kEach = 5000;
  InsertSequence inserts(0);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      for (std::int64_t i = 0; i < kEach; ++i) {
        const std::int64_t number = inserts.take();
        if (i % 10 == 0) {
          inserts.giveBack(number);
          inserts.acknowledge(inserts.take());
        } else {
          inserts.acknowledge(number);
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(inserts.last(), kThreads * kEach - 1);
}

}  // namespace
}  // namespace bridle::internal::bench
