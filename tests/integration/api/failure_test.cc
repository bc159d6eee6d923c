#include <thread>

#include "api_fixture.h"

// A client lives through failures of its cluster.
namespace bridle {
namespace {

constexpr int kKeys = 40;

absl::Status readAll(Table& table) {
  for (int i = 0; i < kKeys; ++i) {
    const Value value = table.get({"key" + std::to_string(i)}, {.timeout_ms = 3000});
    if (!value.ok()) return value.status();
    if (*value != std::to_string(i)) return absl::DataLossError("wrong value");
  }
  return absl::OkStatus();
}

absl::Status writeAll(Table& table) {
  for (int i = 0; i < kKeys; ++i) {
    const absl::Status status =
        table.set({"key" + std::to_string(i)}, std::to_string(i), {.timeout_ms = 3000});
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

TEST_F(ApiTest, A27_AStoppedReplicaServerIsLeftAndTakenBack) {
  Table table = open();
  ASSERT_THAT(writeAll(table), IsOk());
  for (int server = 0; server < 3; ++server) {
    ASSERT_THAT(onebox_->stopReplica(server), IsOk());
    EXPECT_THAT(readAll(table), IsOk()) << "without server " << server;
    EXPECT_THAT(writeAll(table), IsOk()) << "without server " << server;
    ASSERT_THAT(onebox_->startReplica(server), IsOk());
    EXPECT_THAT(readAll(table), IsOk()) << "with server " << server << " again";
  }
}

TEST_F(ApiTest, A31_AMovedPrimaryIsFollowed) {
  Table table = open();
  ASSERT_THAT(writeAll(table), IsOk());
  for (int partition = 0; partition < 4; ++partition) {
    ASSERT_THAT(onebox_->movePrimary("t", partition), IsOk());
    EXPECT_THAT(readAll(table), IsOk());
  }
  EXPECT_GT(client_->stats().route_refreshes, 0U);
}

TEST_F(ApiTest, A20_RestartedMetaServersAreFoundAgain) {
  Table table = open();
  ASSERT_THAT(onebox_->stopMeta(0), IsOk());
  ASSERT_THAT(onebox_->stopMeta(1), IsOk());
  EXPECT_THAT(writeAll(table), IsOk()) << "data calls need no meta server";
  EXPECT_EQ(codeOf(client_->openTable("other").status()), ErrorCode::kMetaUnavailable);
  ASSERT_THAT(onebox_->startMeta(1), IsOk());
  ASSERT_THAT(onebox_->movePrimary("t", 0), IsOk());
  EXPECT_THAT(readAll(table), IsOk());
}

TEST_F(ApiTest, A23_ATableIsMadeAnewWithAnotherPartitionCount) {
  Table table = open();
  ASSERT_THAT(writeAll(table), IsOk());
  ASSERT_THAT(onebox_->dropTable("t"), IsOk());
  const Value gone = table.get({"key1"}, {.timeout_ms = 500});
  EXPECT_FALSE(gone.ok());
  ASSERT_THAT(onebox_->createTable("t", 16), IsOk());
  EXPECT_THAT(writeAll(table), IsOk());
  EXPECT_THAT(readAll(table), IsOk());
}

TEST_F(ApiTest, A70_ConnectionsThatAreClosedAtRandomLoseNothing) {
  Table table = open();
  ASSERT_THAT(writeAll(table), IsOk());
  addFault({.probability = 0.1, .close = true});
  for (int round = 0; round < 5; ++round) EXPECT_THAT(readAll(table), IsOk());
}

TEST_F(ApiTest, A77_NothingIsWrittenToTheStandardStreams) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Table table = open({.backup_request_ms = 1});
  EXPECT_THAT(writeAll(table), IsOk());
  EXPECT_THAT(onebox_->stopReplica(0), IsOk());
  EXPECT_THAT(readAll(table), IsOk());
  EXPECT_FALSE(client_->openTable("none").ok());
  connect({.meta_servers = {"no.such.name.invalid:1", onebox_->replicaServers()[1]}});
  EXPECT_FALSE(client_->openTable("t", {.operation_timeout_ms = 50}).ok());
  client_->close();
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace bridle
