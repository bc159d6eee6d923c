// Throttled requests: how many pass in a second, and when the others are answered.

#include "onebox_fixture.h"

namespace bridle::internal::onebox {
namespace {

// Table "slow" has app id 2 and one partition, whose primary is server 1.
class ThrottlingTest : public OneboxTest {
 protected:
  void create(const std::string& env, const std::string& value) { create({{env, value}}); }
  void create(const std::map<std::string, std::string>& envs) {
    const ClusterTable table{.name = "slow", .partitions = 1, .envs = envs};
    ASSERT_THAT(cluster_->createTable(table), IsOk());
    server_ = *cluster_->partition("slow", 0)->config().primary;
    reactor_.runFor(500ms);  // within a second, not at its beginning
  }

  static FrameOptions options(bool backup = false, std::int32_t timeout_ms = 1000) {
    return {.app_id = 2, .timeout_ms = timeout_ms, .backup = backup};
  }
  static std::string read(bool backup = false, std::int32_t timeout_ms = 1000) {
    return getFrame(kKey, options(backup, timeout_ms));
  }
  static std::string write(std::string_view value) { return putFrame(kKey, value, 0, options()); }

  // Sends it as often, and gives the error names that came within `time`.
  std::vector<std::string> errors(int times, const std::string& frame, Duration time) {
    RawClient& client = replica(server_);
    client.replies.clear();
    for (int i = 0; i < times; ++i) client.send(frame);
    reactor_.runFor(time);
    std::vector<std::string> result;
    for (const ReceivedReply& reply : client.replies) result.push_back(reply.error);
    return result;
  }

  int server_ = 0;
};

TEST_F(ThrottlingTest, AnotherSecondAllowsAsManyAgain) {
  create("replica.read_throttling", "2*reject*0");  // 2 / 1 + 1 for the one partition
  EXPECT_THAT(errors(4, read(), 10ms), ElementsAre("ERR_OK", "ERR_OK", "ERR_OK", "ERR_BUSY"));
  reactor_.runFor(1s);
  EXPECT_THAT(errors(1, read(), 10ms), ElementsAre("ERR_OK"));
}

TEST_F(ThrottlingTest, ARejectionComesAfterItsDelay) {
  create("replica.read_throttling", "0*reject*100");
  EXPECT_THAT(errors(2, read(), 90ms), ElementsAre("ERR_OK"));
  EXPECT_THAT(errors(0, read(), 20ms), ElementsAre("ERR_BUSY"));
}

TEST_F(ThrottlingTest, ADelayedRequestIsServedLate) {
  create("replica.read_throttling", "0*delay*100");
  EXPECT_THAT(errors(2, read(), 90ms), ElementsAre("ERR_OK"));
  EXPECT_THAT(errors(0, read(), 20ms), ElementsAre("ERR_OK"));
}

TEST_F(ThrottlingTest, NoDelayIsLongerThanHalfTheTimeout) {
  create("replica.read_throttling", "0*delay*1000");
  EXPECT_THAT(errors(2, read(false, 40), 30ms), ElementsAre("ERR_OK", "ERR_OK"));
}

TEST_F(ThrottlingTest, ADelayedWriteIsExecutedThoughItsClientIsGone) {
  create("replica.write_throttling", "0*delay*100");
  {
    RawClient client(network_, replicaAt(server_));
    client.send(write("first") + write("second"));
    reactor_.runFor(10ms);
  }
  reactor_.runFor(1s);
  EXPECT_EQ(replica(server_).call(read()).as<wire::read_response>().value.bytes, "second");
}

TEST_F(ThrottlingTest, BackupReadsHaveARuleOfTheirOwn) {
  create("replica.backup_request_throttling", "0*reject*10");
  EXPECT_THAT(errors(3, read(/*backup=*/true), 1s), ElementsAre("ERR_OK"));  // no reply
  EXPECT_THAT(errors(2, read(), 10ms), ElementsAre("ERR_OK", "ERR_OK"));
}

TEST_F(ThrottlingTest, RulesOfPlainReadsDoNotConcernBackupReads) {
  create("replica.read_throttling", "0*reject*0");
  EXPECT_THAT(errors(3, read(/*backup=*/true), 10ms), ElementsAre("ERR_OK", "ERR_OK", "ERR_OK"));
}

TEST_F(ThrottlingTest, AWriteAboveTheShareIsRefusedEveryTime) {
  create("replica.write_throttling_by_size", "200*reject*0");
  EXPECT_THAT(errors(1, write(std::string(500, 'x')), 10ms), ElementsAre("ERR_BUSY"));
  EXPECT_THAT(errors(1, write("x"), 10ms), ElementsAre("ERR_OK"));
  reactor_.runFor(1s);
  EXPECT_THAT(errors(1, write(std::string(500, 'x')), 10ms), ElementsAre("ERR_BUSY"));
}

// Whatever its size: one rule refuses what the other would take.
TEST_F(ThrottlingTest, AWriteHasToPassBothRules) {
  create({{"replica.write_throttling", "1*reject*0"},
          {"replica.write_throttling_by_size", "1000*reject*0"}});
  EXPECT_THAT(errors(1, write(std::string(2000, 'x')), 10ms), ElementsAre("ERR_BUSY"));
  EXPECT_THAT(errors(2, write("x"), 10ms), ElementsAre("ERR_OK", "ERR_BUSY"));
}

TEST_F(ThrottlingTest, DelayedRequestsCountTowardsTheRejection) {
  create("replica.read_throttling", "0*delay*100,2*reject*0");
  EXPECT_THAT(errors(5, read(), 10ms), ElementsAre("ERR_OK", "ERR_BUSY", "ERR_BUSY"));
  EXPECT_THAT(errors(0, read(), 100ms), ElementsAre("ERR_OK", "ERR_OK"));
}

TEST_F(ThrottlingTest, ReadsBySizeConcernBackupReadsToo) {
  create("replica.read_throttling_by_size", "100");
  EXPECT_THAT(errors(4, read(/*backup=*/true), 10ms),
              ElementsAre("ERR_OK", "ERR_OK", "ERR_BUSY", "ERR_BUSY"));
}

TEST_F(ThrottlingTest, ReadsAboveTheShareAreNotCounted) {
  create("replica.read_throttling_by_size", "10");
  EXPECT_THAT(errors(3, read(), 10ms), ElementsAre("ERR_OK", "ERR_OK", "ERR_OK"));
}

TEST_F(ThrottlingTest, AClearedScannerIsNotAnsweredEvenIfItIsRefused) {
  create("replica.deny_client_request", "reconfig*read");
  std::string args;
  wire::appendI64Args(args, 5);
  for (const std::int32_t app_id : {2, 99}) {
    EXPECT_THAT(errors(1, frameOf(rpc_names::kClearScanner, args, {.app_id = app_id}), 10ms),
                IsEmpty());
  }
}

TEST_F(ThrottlingTest, AClearedScannerIsExecutedAfterItsDelayWithoutAReply) {
  create("replica.read_throttling", "0*delay*100");
  const std::string args("\x0a\0\x01\0\0\0\0\0\0\0\x05\0", 12);
  const std::string clear = frameOf(rpc_names::kClearScanner, args, {.app_id = 2});
  EXPECT_THAT(errors(2, clear, 1s), IsEmpty());
}

TEST_F(ThrottlingTest, DenialCoversReadsOrWrites) {
  create("replica.deny_client_request", "reconfig*write");
  EXPECT_THAT(errors(1, read(), 10ms), ElementsAre("ERR_OK"));
  EXPECT_THAT(errors(1, write("v"), 10ms), ElementsAre("ERR_INVALID_STATE"));
}

}  // namespace
}  // namespace bridle::internal::onebox
