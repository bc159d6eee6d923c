// Calls that are cancelled, in each state they can be in.

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>

#include "world_test.h"

namespace bridle::internal::sim {
namespace {

class CancelTest : public WorldTest {
 protected:
  void startCancellable(std::string_view key, double timeout_ms = 0) {
    client_->start(t_, GetRequest{{{key}, {timeout_ms}}},
                   boost::asio::bind_cancellation_slot(
                       signal_.slot(), [this](Value value) { ends_.push_back(std::move(value)); }));
  }
  void cancel() { signal_.emit(boost::asio::cancellation_type::terminal); }

  void expectCancelledAfter(Duration time) {
    const TimePoint start = now();
    after(time, [this] { cancel(); });
    awaitEnds(1);
    EXPECT_THAT(ends_.front(), FailsWithCode(ErrorCode::kCancelled));
    EXPECT_EQ(now() - start, time);
  }

  boost::asio::cancellation_signal signal_;
};

TEST_F(CancelTest, ACallWithARequestUnderWayEndsAtOnceAndItsAnswerIsAbsorbed) {
  startCancellable(key_);
  expectCancelledAfter(50us);
  pass(1s);
  EXPECT_EQ(client_->stats().late_replies, 1U);
  EXPECT_EQ(ends_.size(), 1U);
}

TEST_F(CancelTest, ACallThatWaitsForAConnectionIsNeverSent) {
  EXPECT_THAT(cluster().stopReplica(0), IsOk());
  EXPECT_THAT(cluster().startReplica(0), IsOk());
  pass(500us);
  startCancellable(key_);
  expectCancelledAfter(150us);  // it takes 200 us to connect
  pass(1s);
  EXPECT_EQ(client_->stats().connects, 3U);
  EXPECT_EQ(world_->seen().size(), 0U);
}

TEST_F(CancelTest, ACallThatWaitsForItsNextAttemptEndsAtOnce) {
  world_->addFault({.error = "ERR_BUSY"});
  startCancellable(key_);
  expectCancelledAfter(100ms);
  const std::size_t requests = world_->seen().size();
  pass(5s);
  EXPECT_EQ(world_->seen().size(), requests);
}

TEST_F(CancelTest, ACallWithABackupRequestUnderWayForgetsBoth) {
  openTable({.backup_request_ms = 5, .backup_request_max_ratio = 1});
  pass(1ms);
  world_->addFault({.delay_min_ms = 50, .delay_max_ms = 50});
  startCancellable(key_);
  expectCancelledAfter(20ms);
  EXPECT_EQ(client_->core().shard(0).sessions.outstanding(), 0U);
  EXPECT_EQ(tableStats().backup_lost, 1U);
}

TEST_F(CancelTest, AfterTheEndItHasNoEffect) {
  startCancellable(key_);
  awaitEnds(1);
  EXPECT_THAT(ends_.front(), IsOk());
  cancel();
  client_->close();
  cancel();
  pass(1s);
  EXPECT_EQ(ends_.size(), 1U);
}

TEST_F(CancelTest, AWriteThatWasSentMayHaveBeenExecuted) {
  for (const Duration time : {0us, 50us}) {
    std::optional<absl::Status> end;
    client_->start(t_, SetRequest{{key_}, "v"},
                   boost::asio::bind_cancellation_slot(
                       signal_.slot(), [&end](const absl::Status& status) { end = status; }));
    pass(time);
    cancel();
    pass(0us);
    ASSERT_TRUE(end.has_value());
    EXPECT_THAT(*end, FailsWithCode(ErrorCode::kCancelled));
    EXPECT_TRUE(mayHaveExecuted(*end));
    pass(1s);
    EXPECT_EQ(*get(key_), "v");
  }
}

}  // namespace
}  // namespace bridle::internal::sim
