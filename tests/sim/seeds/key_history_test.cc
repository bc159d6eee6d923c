#include "key_history.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace bridle::internal::sim {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::IsEmpty;

class KeyHistoryTest : public testing::Test {
 protected:
  static constexpr TimePoint kNow{10s};

  std::size_t write(const char* value) {
    const std::size_t write = history_.begin(value);
    history_.succeeded(write);
    return write;
  }
  std::string read(const char* value, KeyHistory::Mark since) {
    return history_.checkRead(value, since, kNow);
  }
  std::string readNothing(KeyHistory::Mark since) {
    return history_.checkRead(std::nullopt, since, kNow);
  }

  KeyHistory history_;
};

TEST_F(KeyHistoryTest, InTheBeginningThereIsNothing) {
  EXPECT_THAT(readNothing(history_.mark()), IsEmpty());
  EXPECT_THAT(history_.checkPresent(history_.mark()), HasSubstr("nothing may be"));
  EXPECT_THAT(read("a", history_.mark()), HasSubstr("never written"));
}

TEST_F(KeyHistoryTest, AnAcknowledgedWriteIsRead) {
  const KeyHistory::Mark before = history_.mark();
  write("a");
  EXPECT_THAT(read("a", history_.mark()), IsEmpty());
  EXPECT_THAT(readNothing(before), IsEmpty());  // that read started before
  EXPECT_THAT(readNothing(history_.mark()), HasSubstr("a value has to be"));
}

TEST_F(KeyHistoryTest, AnOlderWriteIsNotReadAgain) {
  write("a");
  const KeyHistory::Mark before = history_.mark();
  write("b");
  EXPECT_THAT(read("a", before), IsEmpty());
  EXPECT_THAT(read("a", history_.mark()), HasSubstr("write 1 was read, after write 2"));
}

TEST_F(KeyHistoryTest, AReadWriteIsKnownAsSoonAsItWasRead) {
  write("a");
  history_.begin("b");
  EXPECT_THAT(read("a", history_.mark()), IsEmpty());
  EXPECT_THAT(read("b", history_.mark()), IsEmpty());
  EXPECT_THAT(read("a", history_.mark()), HasSubstr("after write 2"));
}

TEST_F(KeyHistoryTest, AWriteThatWasSentAgainMayComeBack) {
  const std::size_t first = history_.begin("a");
  history_.sentAgain(first);
  history_.succeeded(first);
  write("b");
  EXPECT_THAT(read("a", history_.mark()), IsEmpty());
}

TEST_F(KeyHistoryTest, AWriteOfUnknownOutcomeMayComeAtAnyTimeOrNever) {
  write("a");
  EXPECT_TRUE(history_.failed(history_.begin("b"), true));
  EXPECT_THAT(read("a", history_.mark()), IsEmpty());
  write("c");
  EXPECT_THAT(read("b", history_.mark()), IsEmpty());
}

TEST_F(KeyHistoryTest, AWriteThatWasNotExecutedIsNeverRead) {
  const std::size_t refused = history_.begin("a");
  EXPECT_TRUE(history_.failed(refused, false));
  EXPECT_THAT(read("a", 0), HasSubstr("not executed"));
  EXPECT_THAT(history_.checkOldRead("a"), HasSubstr("not executed"));
  const std::size_t seen = history_.begin("b");
  EXPECT_THAT(read("b", 0), IsEmpty());
  EXPECT_FALSE(history_.failed(seen, false));
}

TEST_F(KeyHistoryTest, ADroppedTableIsEmptyButForWhatIsUnderWay) {
  write("a");
  const std::size_t open = history_.begin("b");
  history_.tableDropped();
  EXPECT_THAT(readNothing(history_.mark()), IsEmpty());
  EXPECT_THAT(read("a", history_.mark()), HasSubstr("write 1 was read"));
  history_.succeeded(open);
  EXPECT_THAT(read("b", history_.mark()), IsEmpty());
  EXPECT_THAT(readNothing(history_.mark()), IsEmpty());
}

TEST_F(KeyHistoryTest, AnExpiredRecordMayBeGone) {
  history_.succeeded(history_.begin("a", kNow));
  EXPECT_THAT(history_.checkRead(std::nullopt, history_.mark(), kNow - 1ns),
              HasSubstr("has to be"));
  EXPECT_THAT(readNothing(history_.mark()), IsEmpty());
}

}  // namespace
}  // namespace bridle::internal::sim
