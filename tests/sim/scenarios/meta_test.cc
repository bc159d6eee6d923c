// Meta servers that do not lead, lead elsewhere, restart, or have unwelcome news.

#include "dsn_layer2_types.h"
#include "unit/rpc/scripted_server.h"
#include "wire/thrift_io.h"
#include "world_test.h"

namespace bridle::internal::sim {
namespace {

using wire::ServerError;

class MetaTest : public WorldTest {
 protected:
  void SetUp() override { make({.metas = 3}); }

  void connectTo(const std::vector<Endpoint>& metas, double timeout_ms = 5000) {
    ClientOptions options{.operation_timeout_ms = timeout_ms};
    for (const Endpoint& meta : metas) options.meta_servers.push_back(meta.toString());
    client_ = std::make_unique<SimClient>(*world_, options);
  }
};

TEST_F(MetaTest, A15_OpenWaitsUntilThereIsALeader) {
  world_->addFault({.op = OneboxOp::kMeta, .error = "ERR_SERVICE_NOT_ACTIVE"});
  after(2s, [this] { cluster().clearFaults(); });
  connectTo({World::meta(0), World::meta(1), World::meta(2)});
  openTable();
  EXPECT_GE(now().time_since_epoch(), 2s);
  EXPECT_LE(now().time_since_epoch(), 2200ms);
  EXPECT_LE(client_->stats().meta_queries, 100U);  // in 2 s, of three servers
  EXPECT_THAT(set("k", "v"), IsOk());
}

TEST_F(MetaTest, A16_ALeaderThatIsNotInTheListIsFollowed) {
  ASSERT_THAT(world_->createTable("u", 1), IsOk());
  connectTo({World::meta(0), World::meta(1)});
  openTable();
  EXPECT_THAT(cluster().stopMeta(0), IsOk());
  EXPECT_THAT(cluster().stopMeta(1), IsOk());
  EXPECT_THAT(cluster().startMeta(0), IsOk());
  EXPECT_THAT(cluster().startMeta(1), IsOk());
  ASSERT_EQ(cluster().leader(), 2);
  EXPECT_THAT(client_->open("u"), IsOk());
}

TEST_F(MetaTest, A20_RestartedMetaServersAreFoundAgainForARefresh) {
  connectTo({World::meta(0), World::meta(1), World::meta(2)});
  openTable();
  for (int i = 0; i < 3; ++i) EXPECT_THAT(cluster().stopMeta(i), IsOk());
  pass(3s);
  for (int i = 0; i < 3; ++i) EXPECT_THAT(cluster().startMeta(i), IsOk());
  EXPECT_THAT(cluster().movePrimary("t", 0), IsOk());
  EXPECT_THAT(get(keyIn(0, kPartitions)), IsOk());
  EXPECT_EQ(client_->stats().route_refreshes, 1U);
}

// A meta server says what the test says, and later that the true one leads.
class TableStateTest : public MetaTest {
 protected:
  TableStateTest() : answer_(ServerError::kOk) {}

  void SetUp() override {
    MetaTest::SetUp();
    meta_ = std::make_unique<test::ScriptedServer>(network(), kMeta);
    meta_->script = [this](const test::ScriptedServer::Request& request) {
      wire::query_cfg_response response;
      response.err = answer_;
      if (answer_ == ServerError::kForwardToOthers) {
        response.partitions.emplace_back().primary = World::meta(0);
      }
      std::string result;
      wire::appendResult(result, response);
      meta_->reply(request, result);
    };
    connectTo({kMeta}, 2000);
  }

  void TearDown() override {
    client_.reset();
    pass(1s);
    meta_.reset();
    MetaTest::TearDown();
  }

  static constexpr Endpoint kMeta{0x0a000401, 34601};
  ServerError answer_;
  std::unique_ptr<test::ScriptedServer> meta_;
};

TEST_F(TableStateTest, A21_OpenWaitsUntilATableHasBeenCreated) {
  answer_ = ServerError::kBusyCreating;
  after(1s, [this] { answer_ = ServerError::kForwardToOthers; });
  openTable();
  EXPECT_GE(now().time_since_epoch(), 1s);
  EXPECT_THAT(get("k"), IsOk());
  EXPECT_LT(meta_->requests.size(), 20U);  // A24
}

TEST_F(TableStateTest, A21_ATableThatIsCreatedForTooLongIsSaidToBe) {
  answer_ = ServerError::kBusyCreating;
  const auto opened = client_->open("t");
  EXPECT_THAT(opened, FailsWithCode(ErrorCode::kTableUnavailable));
  EXPECT_THAT(opened, FailsWith(StatusCode::kUnavailable,
                                AllOf(HasSubstr("\"t\""), HasSubstr("being created"),
                                      HasSubstr("ERR_BUSY_CREATING"))));
  EXPECT_LE(now().time_since_epoch(), 2s);
}

TEST_F(TableStateTest, A21_ATableThatIsBeingDroppedIsSaidToBe) {
  answer_ = ServerError::kBusyDropping;
  const auto opened = client_->open("t");
  EXPECT_THAT(opened, FailsWithCode(ErrorCode::kTableUnavailable));
  EXPECT_THAT(opened, FailsWith(StatusCode::kUnavailable, HasSubstr("being dropped")));
  EXPECT_LE(now().time_since_epoch(), 10ms);
}

TEST_F(TableStateTest, A15_AMetaServerThatIsNotActiveYetIsAskedAgain) {
  answer_ = ServerError::kServiceNotActive;
  after(1s, [this] { answer_ = ServerError::kForwardToOthers; });
  openTable();
  EXPECT_LT(meta_->requests.size(), 20U);
}

TEST_F(MetaTest, A25_AnUnknownTableIsNamedAfterOneQuery) {
  connectTo({World::meta(0)});
  const auto opened = client_->open("no_such_table");
  EXPECT_THAT(opened, FailsWithCode(ErrorCode::kTableNotFound));
  EXPECT_THAT(opened, FailsWith(StatusCode::kNotFound, AllOf(HasSubstr("\"no_such_table\""),
                                                             HasSubstr("10.0.1.1:34601"))));
  EXPECT_EQ(client_->stats().meta_queries, 1U);
}

TEST_F(MetaTest, AMetaServerThatAnswersWithAnErrorIsNotSaidToBeSilent) {
  connectTo({World::meta(0)}, 500);
  world_->addFault({.op = OneboxOp::kMeta, .error = "ERR_FILE_OPERATION_FAILED"});
  const absl::Status status = client_->open("t").status();
  EXPECT_THAT(status, FailsWith(StatusCode::kUnavailable,
                                AllOf(HasSubstr("no meta server gave a good answer to"),
                                      HasSubstr("10.0.1.1:34601: ERR_FILE_OPERATION_FAILED"))));
}

TEST_F(MetaTest, WithoutAnyMetaServerAnOpenFailsInTimeAndNamesThem) {
  for (int i = 0; i < 3; ++i) EXPECT_THAT(cluster().stopMeta(i), IsOk());
  connectTo({World::meta(0), World::meta(1)}, 500);
  const auto opened = client_->open("t");
  EXPECT_THAT(opened, FailsWithCode(ErrorCode::kMetaUnavailable));
  EXPECT_THAT(opened, FailsWith(StatusCode::kUnavailable,
                                AllOf(HasSubstr("10.0.1.1:34601"), HasSubstr("10.0.1.2:34601"))));
  EXPECT_EQ(now().time_since_epoch(), 500ms);
}

}  // namespace
}  // namespace bridle::internal::sim
