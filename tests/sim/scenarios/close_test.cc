// The end of a client in the midst of everything: each handler is called exactly once, and nothing
// is left.

#include <functional>

#include "world_test.h"

namespace bridle::internal::sim {
namespace {

class CloseTest : public WorldTest {
 protected:
  void expectAllClosed(std::size_t count) {
    ASSERT_EQ(ends_.size(), count);
    for (const Value& end : ends_) EXPECT_THAT(end, FailsWithCode(ErrorCode::kClosed));
  }
};

TEST_F(CloseTest, TenThousandOpenCallsEndOnceEach) {
  connect({}, {.backup_request_ms = 5, .backup_request_max_ratio = 1});
  pass(1ms);
  world_->addFault({.ignore = true});
  for (int i = 0; i < 10'000; ++i) startGet(text("k", i), 1000, i % 2 == 0 ? 0 : kForeign);
  pass(7ms);  // the backup requests are under way too
  EXPECT_EQ(tableStats().backup_sent, 10'000U);
  client_->close();
  expectAllClosed(10'000);
  pass(10s);
  EXPECT_EQ(ends_.size(), 10'000U);
}

TEST_F(CloseTest, ACallOfTheSameTurnEndsToo) {
  startGet("a", 0, kForeign);
  client_->close();
  expectAllClosed(1);
}

TEST_F(CloseTest, CallsAfterTheEndFailAsClosedAndNotInsideTheirStart) {
  client_->close();
  startGet("a", 0);
  startGet("b", 0, kForeign);
  EXPECT_TRUE(ends_.empty());
  pass(0ms);
  expectAllClosed(2);
  EXPECT_THAT(client_->open("t"), FailsWithCode(ErrorCode::kClosed));
}

TEST_F(CloseTest, ATableMayOutliveItsClient) {
  const TablePtr table = t_;
  client_->close();
  const auto client = std::exchange(client_, nullptr);
  t_.reset();
  client->start(table, GetRequest{{{"k"}}},
                [this](Value value) { ends_.push_back(std::move(value)); });
  pass(0ms);
  expectAllClosed(1);
}

TEST_F(CloseTest, AnOpenUnderWayEnds) {
  network().inject(SimFault::kClog, SimRoute::fromServer(World::meta(0)));
  std::vector<absl::Status> opened;
  for (int i = 0; i < 2; ++i) {
    client_->core().openTable(
        "u", {}, [&](const absl::StatusOr<TablePtr>& table) { opened.push_back(table.status()); });
  }
  pass(1ms);
  client_->close();
  ASSERT_EQ(opened.size(), 2U);
  for (const absl::Status& status : opened) {
    EXPECT_THAT(status, FailsWithCode(ErrorCode::kClosed));
  }
  network().healAll();
}

TEST_F(CloseTest, RoutesThatCameInTheSameTurnOpenNoConnection) {
  startGet(keyIn(0, kPartitions));
  EXPECT_THAT(cluster().stopReplica(0), IsOk());
  while (client_->stats().route_refreshes == 0) ASSERT_TRUE(world_->reactor().step());
  client_->closeHere();
  pass(1s);
  expectAllClosed(1);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(cluster().counts(i).connections, 0U);
}

// close() from inside a handler, which runs in the depth of whatever has ended its call.
class CloseInHandlerTest : public CloseTest {
 protected:
  // A get whose handler closes the client.
  void startClosingGet(std::string_view key, double timeout_ms = 0) {
    client_->start(t_, GetRequest{{{key}, {timeout_ms}}}, [this](Value value) {
      closing_end_ = value.status();
      client_->closeHere();
    });
  }

  absl::Status closing_end_ = absl::UnknownError("it was not called");
};

TEST_F(CloseInHandlerTest, OfAnAnswerWithOthersBehindIt) {
  const std::string key = keyIn(0, kPartitions);
  startGet(key);
  startClosingGet(key);
  for (int i = 0; i < 10; ++i) startGet(key);
  for (int i = 0; i < 10; ++i) startGet(keyIn(1, kPartitions));
  pass(1s);
  EXPECT_THAT(closing_end_, IsOk());
  ASSERT_EQ(ends_.size(), 21U);
  EXPECT_THAT(ends_.front(), IsOk());
  ends_.erase(ends_.begin());
  expectAllClosed(20);
}

TEST_F(CloseInHandlerTest, OfATimeOut) {
  world_->addFault({.ignore = true});
  startClosingGet("k", 10);
  startGet("k", 10);
  startGet("l");
  pass(1s);
  EXPECT_THAT(closing_end_, FailsWithCode(ErrorCode::kDeadlineExceeded));
  expectAllClosed(2);
}

TEST_F(CloseInHandlerTest, OfABrokenConnection) {
  const std::string key = keyIn(0, kPartitions);
  world_->addFault({.server = 0, .error = "ERR_ACL_DENY"});
  world_->addFault({.ignore = true});
  startGet(key);
  startClosingGet(key, 50);
  startGet(key, 60);
  after(30ms, [this] { network().cut(SimRoute::toServer(World::replica(0))); });
  after(40ms, [this] { EXPECT_THAT(cluster().stopReplica(0), IsOk()); });
  pass(2s);
  EXPECT_FALSE(closing_end_.ok());
  expectAllClosed(2);
}

TEST_F(CloseInHandlerTest, OfNewsThatTheTableIsGone) {
  world_->dropTable("t");
  startClosingGet("a");
  startGet("a");
  startGet("b");
  pass(2s);
  EXPECT_THAT(closing_end_, FailsWithCode(ErrorCode::kTableNotFound));
  expectAllClosed(2);
}

TEST_F(CloseInHandlerTest, OfAnOpeningThatSucceedsOrFails) {
  for (const char* const name : {"t", "no_such_table"}) {
    make();
    connect();
    ends_.clear();
    world_->addFault({.ignore = true});
    startGet("a");
    bool opened = false;
    client_->core().openTable(name, {.backup_request_ms = 5}, [&](const absl::StatusOr<TablePtr>&) {
      opened = true;
      client_->closeHere();
    });
    pass(1s);
    EXPECT_TRUE(opened);
    expectAllClosed(1);
  }
}

}  // namespace
}  // namespace bridle::internal::sim
