#include "table/call_error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/table/calls_fixture.h"

// A76: the text of each kind of error, in full.
namespace bridle::internal {
namespace {

using test::Answer;
using test::does;
using test::error;
using test::good;
using test::kGet;
using test::kIncr;
using test::kSet;
using test::TableWorld;
using test::TestCall;
using test::textOf;
using namespace std::chrono_literals;

class CallErrorTest : public testing::Test {
 protected:
  void SetUp() override {
    world.meta.partitions.front().secondaries.resize(1);
    world.open();
  }

  TableWorld world;
};

TEST_F(CallErrorTest, A76_TimeOutOfARead) {
  world.p.answers({error("ERR_TIMEOUT", 3ms), does(Answer::Kind::kSilence)});
  world.s1.answers(error("ERR_INVALID_STATE", 1ms));
  const TestCall& get = world.run(kGet, 100ms);
  EXPECT_EQ(textOf(get),
            "get \"user1\" on table \"temp\" partition 0 failed: no good answer within the "
            "time-out of 100 ms (2 requests, 1 backup request, 100.0 ms); "
            "#1 to 10.0.0.2:34801 at 0.0 ms: ERR_TIMEOUT; "
            "backup to 10.0.0.3:34801 at 3.0 ms: ERR_INVALID_STATE; "
            "primary to 10.0.0.2:34801 at 8.0 ms: no answer yet");
  EXPECT_EQ(*errorInfo(get.status), (ErrorInfo{.code = ErrorCode::kDeadlineExceeded,
                                               .attempts = 2,
                                               .backups = 1,
                                               .elapsed_ms = 100,
                                               .server_error = "ERR_TIMEOUT"}));
}

TEST_F(CallErrorTest, A76_TimeOutWithBothWaiting) {
  world.p.answers(does(Answer::Kind::kSilence));
  world.s1.answers(does(Answer::Kind::kSilence));
  EXPECT_EQ(textOf(world.run(kGet, 12'500us)),
            "get \"user1\" on table \"temp\" partition 0 failed: no good answer within the "
            "time-out of 12.5 ms (1 request, 1 backup request, 12.5 ms); "
            "primary to 10.0.0.2:34801 at 0.0 ms: no answer yet; "
            "backup to 10.0.0.3:34801 at 10.0 ms: no answer yet");
}

TEST_F(CallErrorTest, A76_TimeOutOfAWrite) {
  world.p.answers(does(Answer::Kind::kSilence));
  const TestCall& set = world.run(kSet);
  EXPECT_EQ(textOf(set),
            "set \"user1\" on table \"temp\" partition 0 failed: no good answer within the "
            "time-out of 1000 ms (1 request, 0 backup requests, 1000.0 ms); it may have been "
            "executed; primary to 10.0.0.2:34801 at 0.0 ms: no answer yet");
  EXPECT_TRUE(mayHaveExecuted(set.status));
}

TEST_F(CallErrorTest, A76_OutcomeUnknown) {
  world.p.answers(does(Answer::Kind::kReset, 2ms));
  EXPECT_EQ(textOf(world.run(kIncr)),
            "incr \"user1\" on table \"temp\" partition 0 failed: the request was sent, its "
            "outcome is unknown, and it is not repeated because it may not run twice (1 request, "
            "0 backup requests, 2.0 ms); it may have been executed; #1 to 10.0.0.2:34801 at 0.0 "
            "ms: connection to 10.0.0.2:34801 reset by the peer");
}

TEST_F(CallErrorTest, A76_Refused) {
  world.p.answers(error("ERR_ACL_DENY", 1ms));
  EXPECT_EQ(textOf(world.run(kSet)),
            "set \"user1\" on table \"temp\" partition 0 failed: refused by the server (1 "
            "request, 0 backup requests, 1.0 ms); #1 to 10.0.0.2:34801 at 0.0 ms: ERR_ACL_DENY");
}

TEST_F(CallErrorTest, A76_TooLarge) {
  world.p.answers(error("ERR_INVALID_DATA", 1ms));
  EXPECT_EQ(textOf(world.run(kSet)),
            "set \"user1\" on table \"temp\" partition 0 failed: refused by the server; the "
            "server's limit for one write is 1 MiB of key and value together (1 request, 0 "
            "backup requests, 1.0 ms); #1 to 10.0.0.2:34801 at 0.0 ms: ERR_INVALID_DATA");
}

TEST_F(CallErrorTest, A76_AnAnswerThatIsTooLargeForUs) {
  const test::TestOp check_and_set{kIncr.spec, [](std::string_view, std::string&) {
                                     return Taken{.verdict = Verdict::kFinal,
                                                  .code = ErrorCode::kTooLarge,
                                                  .problem = "the write was applied, but so large",
                                                  .written = true};
                                   }};
  world.p.answers(good(1ms));
  const TestCall& call = world.run(check_and_set);
  EXPECT_EQ(textOf(call),
            "incr \"user1\" on table \"temp\" partition 0 failed: the answer cannot be used (1 "
            "request, 0 backup requests, 1.0 ms); it may have been executed; #1 to 10.0.0.2:34801 "
            "at 0.0 ms: the write was applied, but so large");
  EXPECT_TRUE(mayHaveExecuted(call.status));
  EXPECT_EQ(errorInfo(call.status)->code, ErrorCode::kTooLarge);
}

TEST_F(CallErrorTest, A76_AServerWhoseStorageFails) {
  world.p.answers(error("ERR_FILE_OPERATION_FAILED", 1ms));
  const TestCall& set = world.run(kSet);
  EXPECT_EQ(textOf(set),
            "set \"user1\" on table \"temp\" partition 0 failed: the server's storage failed (1 "
            "request, 0 backup requests, 1.0 ms); it may have been executed; #1 to 10.0.0.2:34801 "
            "at 0.0 ms: ERR_FILE_OPERATION_FAILED");
  EXPECT_EQ(errorInfo(set.status)->code, ErrorCode::kStorage);
  EXPECT_FALSE(mayHaveExecuted(world.run(kGet).status));
}

TEST_F(CallErrorTest, A76_Throttled) {
  world.p.answers(error("ERR_BUSY"));
  EXPECT_EQ(textOf(world.run(kSet, 10ms)),
            "set \"user1\" on table \"temp\" partition 0 failed: no time for another attempt "
            "within the time-out of 10 ms; the server asks to slow down, try again later (2 "
            "requests, 0 backup requests, 5.0 ms); #1 to 10.0.0.2:34801 at 0.0 ms: ERR_BUSY; #2 "
            "to 10.0.0.2:34801 at 5.0 ms: ERR_BUSY");
}

TEST_F(CallErrorTest, A76_Storage) {
  world.p.answers(test::storage(4, 1ms));
  EXPECT_EQ(textOf(world.run(kGet)),
            "get \"user1\" on table \"temp\" partition 0 failed: refused by the server (1 "
            "request, 0 backup requests, 1.0 ms); #1 to 10.0.0.2:34801 at 0.0 ms: storage status "
            "4 (InvalidArgument)");
}

TEST_F(CallErrorTest, A76_NoPrimaryAndAServerThatIsDown) {
  world.p.stop();
  world.reactor.runFor(0ms);
  TestCall& set = world.start(kSet, 12ms);
  world.meta.partitions = {{.primary = {}, .ballot = 4}};
  world.reactor.runFor(5ms);
  world.meta.tell();
  world.reactor.runFor(10ms);
  EXPECT_EQ(textOf(set),
            "set \"user1\" on table \"temp\" partition 0 failed: no good answer within the "
            "time-out of 12 ms (3 requests, 0 backup requests, 12.0 ms); "
            "#1 to 10.0.0.2:34801 at 0.0 ms: connect to 10.0.0.2:34801: connection refused; "
            "#2 to 10.0.0.2:34801 at 0.0 ms: connect to 10.0.0.2:34801: connection refused; "
            "it is not tried again for 11 ms; "
            "#3 at 5.0 ms: the partition has no primary");
  EXPECT_FALSE(mayHaveExecuted(set.status));
}

TEST_F(CallErrorTest, A76_AttemptsUsedUp) {
  world.p.answers(error("ERR_SPLITTING"));
  const std::string text = textOf(world.run(kSet, 5s));
  EXPECT_TRUE(
      text.starts_with("set \"user1\" on table \"temp\" partition 0 failed: no more "
                       "attempts (8 requests, 0 backup requests, 1605.0 ms); #1 to "))
      << text;
}

TEST_F(CallErrorTest, A76_CancelledAndClosed) {
  world.p.answers(does(Answer::Kind::kSilence));
  TestCall& set = world.start(kSet, 1s, 1);
  TestCall& get = world.start(kGet);
  world.reactor.runFor(4ms);
  world.handler().cancel(1);
  world.handler().close(ErrorCode::kClosed, "the client is closed");
  EXPECT_EQ(textOf(set),
            "set \"user1\" on table \"temp\" partition 0 failed: cancelled by the caller (1 "
            "request, 0 backup requests, 4.0 ms); it may have been executed; primary to "
            "10.0.0.2:34801 at 0.0 ms: no answer yet");
  EXPECT_EQ(textOf(get),
            "get \"user1\" on table \"temp\" partition 0 failed: the client is closed (1 request, "
            "0 backup requests, 4.0 ms); primary to 10.0.0.2:34801 at 0.0 ms: no answer yet");
  TestCall& late = world.start(kGet);
  EXPECT_EQ(textOf(late),
            "get \"user1\" on table \"temp\" failed: the client is closed (0 requests, 0 backup "
            "requests, 0.0 ms)");
}

TEST_F(CallErrorTest, A76_KeysAreCutAndMadePrintable) {
  world.p.answers(error("ERR_ACL_DENY"));
  const auto startOfText = [this](std::string_view key) {
    TestCall& get = world.make(kGet, 1s, 0, key);
    get.run();
    world.reactor.runFor(0ms);
    const std::string text = textOf(get);
    return text.substr(0, text.find(" on table"));
  };
  EXPECT_EQ(startOfText(""), "get");  // as of a scan, which has none
  EXPECT_EQ(startOfText(std::string_view("a\0\xff\"", 4)), R"(get "a\x00\xff\"")");
  EXPECT_EQ(startOfText(std::string(32, 'k')), "get \"" + std::string(32, 'k') + "\"");
  EXPECT_EQ(startOfText(std::string(33, 'k')), "get \"" + std::string(32, 'k') + "\"...");
}

TEST_F(CallErrorTest, A05_TheTextShowsTheLimitInForce) {
  world.p.answers(does(Answer::Kind::kSilence));
  EXPECT_THAT(textOf(world.run(kSet)), testing::HasSubstr("within the time-out of 1000 ms"));
}

}  // namespace
}  // namespace bridle::internal
