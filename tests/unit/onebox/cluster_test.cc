// Servers that stop and start, primaries that move, tables made from the outside.

#include "onebox_fixture.h"

namespace bridle::internal::onebox {
namespace {

class ClusterTest : public OneboxTest {
 protected:
  const PartitionConfig& config(int partition = 0) {
    return cluster_->partition("t", partition)->config();
  }
};

TEST_F(ClusterTest, SpreadsPrimariesOverTheServers) {
  ASSERT_THAT(cluster_->createTable({.name = "wide", .partitions = 9}), IsOk());
  std::map<int, int> primaries;
  for (int i = 0; i < 9; ++i) ++primaries[*cluster_->partition("wide", i)->config().primary];
  EXPECT_THAT(primaries,
              ElementsAre(testing::Pair(0, 3), testing::Pair(1, 3), testing::Pair(2, 3)));
}

TEST_F(ClusterTest, AStoppedServersPrimariesMoveAndItsConnectionsBreak) {
  put(kKey, "v");
  RawClient old_client(network_, replicaAt(0));
  EXPECT_THAT(cluster_->stopReplica(0), IsOk());
  reactor_.runFor(1ms);
  EXPECT_TRUE(old_client.closed());
  EXPECT_FALSE(RawClient(network_, replicaAt(0)).open());
  EXPECT_EQ(config().primary, 1);
  EXPECT_EQ(config().ballot, 2);
  EXPECT_EQ(get(kKey).value.bytes, "v");
  EXPECT_EQ(cluster_->counts(0).connections, 0U);
}

TEST_F(ClusterTest, ARestartedServerServesBackupReadsOfWhatItMissed) {
  EXPECT_THAT(cluster_->stopReplica(0), IsOk());
  put(kKey, "written meanwhile");
  EXPECT_THAT(cluster_->startReplica(0), IsOk());
  EXPECT_EQ(config().primary, 1);
  EXPECT_THAT(config().secondaries, ElementsAre(2, 0));
  const auto got = replica(0).call(getFrame(kKey, {.backup = true})).as<wire::read_response>();
  EXPECT_EQ(got.value.bytes, "written meanwhile");
  EXPECT_EQ(got.server, replicaAt(0).toString());
}

TEST_F(ClusterTest, ADeposedPrimaryIsASecondaryAtOnce) {
  put(kKey, "v");
  EXPECT_THAT(cluster_->movePrimary("t", 0), IsOk());
  EXPECT_EQ(replica(0).call(getFrame(kKey)).error, "ERR_INVALID_STATE");
  EXPECT_EQ(replica(1).call(getFrame(kKey)).as<wire::read_response>().value.bytes, "v");
}

TEST_F(ClusterTest, StoppingAndStartingTwiceHasNoEffect) {
  EXPECT_THAT(cluster_->startReplica(0), IsOk());
  EXPECT_THAT(cluster_->stopReplica(0), IsOk());
  EXPECT_THAT(cluster_->stopReplica(0), IsOk());
  EXPECT_EQ(config().ballot, 2);
  EXPECT_THAT(cluster_->startMeta(0), IsOk());
  EXPECT_EQ(cluster_->leader(), 0);
}

TEST_F(ClusterTest, AServerDoesNotStartOnATakenPort) {
  EXPECT_THAT(cluster_->stopReplica(0), IsOk());
  test::ListenerRecorder other;
  const auto port = network_.host(replicaAt(0).ipv4).listen(replicaAt(0), other);
  ASSERT_THAT(port, IsOk());
  EXPECT_THAT(cluster_->startReplica(0),
              FailsWith(StatusCode::kUnavailable, HasSubstr("10.0.0.2:34801")));
  EXPECT_EQ(config().primary, 1);
}

TEST_F(ClusterTest, AClusterDoesNotStartOnATakenPort) {
  EXPECT_THAT(Cluster::start(network_.host(metaAt(0).ipv4), options_),
              FailsWith(StatusCode::kUnavailable, HasSubstr("10.0.0.1:34601")));
}

TEST_F(ClusterTest, NeedsAServerOfEachKind) {
  EXPECT_THAT(Cluster::start(network_.host(1), {.metas = {metaAt(5)}, .replicas = {}}),
              FailsWith(StatusCode::kInvalidArgument, HasSubstr("at least one")));
}

TEST_F(ClusterTest, SaysWhatIsWrongWithARequestFromTheOutside) {
  EXPECT_THAT(cluster_->createTable({.name = "t"}),
              FailsWith(StatusCode::kAlreadyExists, HasSubstr("table \"t\" exists already")));
  EXPECT_THAT(cluster_->createTable({.name = "u", .partitions = 0}),
              FailsWith(StatusCode::kInvalidArgument, HasSubstr("0 partitions in 3 copies")));
  EXPECT_THAT(cluster_->createTable({.name = "u", .replicas = 4}),
              FailsWith(StatusCode::kInvalidArgument, HasSubstr("8 partitions in 4 copies")));
  EXPECT_THAT(cluster_->dropTable("u"),
              FailsWith(StatusCode::kNotFound, HasSubstr("no table \"u\"")));
  EXPECT_THAT(cluster_->movePrimary("u", 0),
              FailsWith(StatusCode::kNotFound, HasSubstr("no table \"u\"")));
  EXPECT_THAT(cluster_->movePrimary("t", 4),
              FailsWith(StatusCode::kInvalidArgument, HasSubstr("no partition 4; it has 4")));
  EXPECT_THAT(cluster_->stopReplica(3),
              FailsWith(StatusCode::kInvalidArgument, HasSubstr("no replica server 3")));
  EXPECT_THAT(cluster_->startMeta(-1),
              FailsWith(StatusCode::kInvalidArgument, HasSubstr("no meta server -1")));
  EXPECT_THAT(cluster_->stopReplica(1), IsOk());
  EXPECT_THAT(cluster_->stopReplica(2), IsOk());
  EXPECT_THAT(cluster_->movePrimary("t", 0),
              FailsWith(StatusCode::kFailedPrecondition, HasSubstr("partition 0 of table \"t\"")));
}

class LaggingClusterTest : public ClusterTest {
 protected:
  LaggingClusterTest() { options_.group_check = 10s; }

  std::string backupRead(int server) {
    return replica(server)
        .call(getFrame(kKey, {.backup = true}))
        .as<wire::read_response>()
        .value.bytes;
  }
};

TEST_F(LaggingClusterTest, ABackupReadMissesTheLastWriteUntilTheGroupCheck) {
  put(kKey, "old");
  put(kKey, "new");
  EXPECT_EQ(get(kKey).value.bytes, "new");
  EXPECT_EQ(backupRead(0), "new");
  EXPECT_EQ(backupRead(1), "old");
  EXPECT_EQ(backupRead(2), "old");
  reactor_.runFor(10s);
  EXPECT_EQ(backupRead(1), "new");
  EXPECT_EQ(backupRead(2), "new");
}

TEST_F(LaggingClusterTest, ANewPrimaryHasAllThatWasAcknowledged) {
  put(kKey, "v");
  EXPECT_THAT(cluster_->stopReplica(0), IsOk());
  EXPECT_EQ(get(kKey).value.bytes, "v");
  EXPECT_EQ(backupRead(2), "v");
}

TEST_F(ClusterTest, LeavesNothingBehind) {
  put(kKey, "v");
  EXPECT_THAT(cluster_->addFault({.delay_min_ms = 1e6, .delay_max_ms = 1e6}), IsOk());
  replica(0).send(getFrame(kKey));
  reactor_.runFor(1s);
  cluster_.reset();
  clients_.clear();
  reactor_.runFor(1s);
  EXPECT_TRUE(reactor_.idle());
  EXPECT_EQ(network_.ports(), 0U);
  EXPECT_EQ(network_.links(), 0U);
}

}  // namespace
}  // namespace bridle::internal::onebox
