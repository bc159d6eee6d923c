// Partition splits: what clients and administrators see of them.

#include "onebox_fixture.h"

namespace bridle::internal::onebox {
namespace {

using Control = wire::split_control_type;

// A key whose hash decides: of partition 0 of 4, and of partition 4 of 8 (moved) or 0 (kept).
std::string keyOf(int partition_of_8) {
  for (int i = 0;; ++i) {
    const std::string name = "k" + std::to_string(i);
    if (wire::partitionIndex(wire::keyHash(name, "s"), 8) == partition_of_8) return name;
  }
}

class SplitTest : public OneboxTest {
 protected:
  std::string start(std::int32_t count = 8, const std::string& table = "t") {
    wire::start_partition_split_request request;
    request.app_name = table;
    request.new_partition_count = count;
    return meta()
        .call(metaFrame(rpc_names::kStartPartitionSplit, request))
        .as<wire::start_partition_split_response>()
        .err.name;
  }

  wire::control_split_response control(Control::type type, int parent = -1, int old_count = 4) {
    wire::control_split_request request;
    request.app_name = "t";
    request.control_type = type;
    request.parent_pidx = parent;
    request.__set_old_partition_count(old_count);
    return meta()
        .call(metaFrame(rpc_names::kControlPartitionSplit, request))
        .as<wire::control_split_response>();
  }
  std::string controlError(Control::type type, int parent = -1) {
    return control(type, parent).err.name;
  }

  std::map<int, int> statuses() {
    wire::query_split_request request;
    request.app_name = "t";
    const auto response = meta()
                              .call(metaFrame(rpc_names::kQueryPartitionSplit, request))
                              .as<wire::query_split_response>();
    std::map<int, int> result;
    for (const auto& [parent, status] : response.status) result[parent] = status;
    return result;
  }

  wire::query_cfg_response config() {
    return meta().call(queryFrame("t")).as<wire::query_cfg_response>();
  }

  ReceivedReply getAt(int partition, const std::string& name, bool backup = false) {
    const PartitionConfig& config = cluster_->partition("t", partition)->config();
    const int server = backup ? config.secondaries[0] : *config.primary;
    return replica(server).call(
        getFrame(wire::rawKey(name, "s"),
                 {.partition = partition, .hash = wire::keyHash(name, "s"), .backup = backup}));
  }
  std::string putAt(int partition, const std::string& name, std::string_view value) {
    return replica(*cluster_->partition("t", partition)->config().primary)
        .call(putFrame(wire::rawKey(name, "s"), value, 0,
                       {.partition = partition, .hash = wire::keyHash(name, "s")}))
        .error;
  }

  const std::string kept_ = keyOf(0);
  const std::string moved_ = keyOf(4);
};

TEST_F(SplitTest, ChildrenAreAnnouncedBeforeTheyAreThere) {
  ASSERT_THAT(cluster_->splitTable("t"), IsOk());
  const auto response = config();
  EXPECT_EQ(response.partition_count, 8);
  ASSERT_EQ(response.partitions.size(), 8U);
  for (int child = 4; child < 8; ++child) {
    const auto& partition = response.partitions[static_cast<std::size_t>(child)];
    EXPECT_EQ(partition.ballot, -1);
    EXPECT_EQ(partition.pid.partition_index, child);
    EXPECT_EQ(partition.max_replica_count, 0);
    EXPECT_FALSE(Endpoint(partition.primary).valid());
    EXPECT_EQ(cluster_->partition("t", child), nullptr);
  }
  EXPECT_EQ(putAt(0, moved_, "v"), "ERR_OK");  // the parent serves all keys
  EXPECT_EQ(replica(0).call(getFrame(kKey, {.partition = 4})).error, "ERR_OBJECT_NOT_FOUND");
}

TEST_F(SplitTest, AParentThatHandsOverServesNobody) {
  ASSERT_THAT(cluster_->splitTable("t"), IsOk());
  ASSERT_THAT(cluster_->startHandOver("t", 0), IsOk());
  EXPECT_EQ(getAt(0, kept_).error, "ERR_SPLITTING");
  EXPECT_EQ(getAt(0, kept_, /*backup=*/true).error, "ERR_SPLITTING");
  EXPECT_EQ(putAt(0, moved_, "v"), "ERR_SPLITTING");
  ASSERT_THAT(cluster_->handOver("t", 0), IsOk());
  EXPECT_EQ(getAt(0, kept_).error, "ERR_OK");
}

TEST_F(SplitTest, AChildTakesOverWhatMoved) {
  EXPECT_EQ(putAt(0, moved_, "moved"), "ERR_OK");
  EXPECT_EQ(putAt(0, kept_, "kept"), "ERR_OK");
  ASSERT_THAT(cluster_->splitTable("t"), IsOk());
  ASSERT_THAT(cluster_->handOver("t", 0), IsOk());
  const PartitionConfig& parent = cluster_->partition("t", 0)->config();
  const PartitionConfig& child = cluster_->partition("t", 4)->config();
  EXPECT_EQ(child.ballot, parent.ballot + 1);
  EXPECT_EQ(child.primary, parent.primary);
  EXPECT_EQ(child.secondaries, parent.secondaries);

  EXPECT_EQ(getAt(0, moved_).error, "ERR_PARENT_PARTITION_MISUSED");
  EXPECT_EQ(putAt(0, moved_, "v"), "ERR_PARENT_PARTITION_MISUSED");
  EXPECT_EQ(getAt(0, moved_, /*backup=*/true).error, "ERR_PARENT_PARTITION_MISUSED");
  EXPECT_EQ(getAt(4, moved_).as<wire::read_response>().value.bytes, "moved");
  EXPECT_EQ(getAt(4, moved_, /*backup=*/true).as<wire::read_response>().value.bytes, "moved");
  EXPECT_EQ(putAt(4, moved_, "new"), "ERR_OK");
  EXPECT_EQ(getAt(4, moved_).as<wire::read_response>().value.bytes, "new");
  EXPECT_EQ(getAt(0, kept_).as<wire::read_response>().value.bytes, "kept");
}

TEST_F(SplitTest, TheParentKeepsTheRecordsThatMoved) {
  EXPECT_EQ(putAt(0, moved_, "moved"), "ERR_OK");
  ASSERT_THAT(cluster_->splitTable("t"), IsOk());
  ASSERT_THAT(cluster_->handOver("t", 0), IsOk());
  Record record;
  for (const int index : {0, 4}) {
    const Partition& partition = *cluster_->partition("t", index);
    const Store& store = partition.copyAt(*partition.config().primary);
    EXPECT_TRUE(store.get(wire::rawKey(moved_, "s"), 0, record)) << index;
  }
}

TEST_F(SplitTest, GoesOnByItselfWhenAnAdministratorStartsIt) {
  EXPECT_EQ(start(), "ERR_OK");
  EXPECT_THAT(statuses(), testing::SizeIs(4));
  reactor_.runFor(3s);
  EXPECT_THAT(statuses(), IsEmpty());
  for (const auto& partition : config().partitions) {
    EXPECT_TRUE(Endpoint(partition.primary).valid());
    EXPECT_EQ(partition.max_replica_count, 3);
  }
  EXPECT_EQ(start(16), "ERR_OK");  // the next one may begin
}

TEST_F(SplitTest, APausedParentWaitsUntilItIsRestarted) {
  EXPECT_EQ(start(), "ERR_OK");
  EXPECT_EQ(controlError(Control::PAUSE, 1), "ERR_OK");
  EXPECT_EQ(statuses().at(1), wire::split_status::PAUSING);
  EXPECT_EQ(control(Control::PAUSE, 1).hint_msg, "partition[1] wrong split_status(PAUSING)");
  reactor_.runFor(60s);
  EXPECT_THAT(statuses(), ElementsAre(std::pair(1, wire::split_status::PAUSED)));
  EXPECT_EQ(config().partitions[5].ballot, -1);
  EXPECT_EQ(controlError(Control::PAUSE, 0), "ERR_CHILD_REGISTERED");
  EXPECT_EQ(controlError(Control::RESTART, 0), "ERR_INVALID_STATE");
  EXPECT_EQ(controlError(Control::RESTART, 1), "ERR_OK");
  reactor_.runFor(3s);
  EXPECT_EQ(config().partitions[5].ballot, 2);
  EXPECT_EQ(controlError(Control::RESTART), "ERR_INVALID_STATE");  // it is over
}

TEST_F(SplitTest, ACanceledSplitLeavesTheTableAsItWas) {
  EXPECT_EQ(putAt(0, moved_, "v"), "ERR_OK");
  EXPECT_EQ(start(), "ERR_OK");
  EXPECT_EQ(controlError(Control::CANCEL), "ERR_OK");
  EXPECT_EQ(statuses().at(0), wire::split_status::CANCELING);
  reactor_.runFor(4s);
  EXPECT_EQ(config().partition_count, 4);
  EXPECT_EQ(config().partitions.size(), 4U);
  EXPECT_EQ(getAt(0, moved_).as<wire::read_response>().value.bytes, "v");
  EXPECT_EQ(start(), "ERR_OK");
}

TEST_F(SplitTest, CannotBeCanceledOnceAChildIsThere) {
  ASSERT_THAT(cluster_->splitTable("t"), IsOk());
  ASSERT_THAT(cluster_->handOver("t", 2), IsOk());
  EXPECT_EQ(controlError(Control::CANCEL), "ERR_CHILD_REGISTERED");
  EXPECT_THAT(cluster_->dropTable("t"),
              FailsWith(StatusCode::kFailedPrecondition, HasSubstr("is being split and cannot")));
}

TEST_F(SplitTest, AParentWithoutAPrimaryWaits) {
  ASSERT_THAT(cluster_->createTable({.name = "single", .partitions = 1, .replicas = 1}), IsOk());
  const int server = *cluster_->partition("single", 0)->config().primary;
  wire::start_partition_split_request request;
  request.app_name = "single";
  request.new_partition_count = 2;
  meta().call(metaFrame(rpc_names::kStartPartitionSplit, request));
  ASSERT_THAT(cluster_->stopReplica(server), IsOk());
  reactor_.runFor(60s);
  EXPECT_EQ(cluster_->partition("single", 1), nullptr);
  ASSERT_THAT(cluster_->startReplica(server), IsOk());
  reactor_.runFor(6s);
  EXPECT_NE(cluster_->partition("single", 1), nullptr);
}

TEST_F(SplitTest, ChildrenFollowTheirServers) {
  ASSERT_THAT(cluster_->splitTable("t"), IsOk());
  ASSERT_THAT(cluster_->handOver("t", 0), IsOk());
  const int primary = *cluster_->partition("t", 4)->config().primary;
  ASSERT_THAT(cluster_->stopReplica(primary), IsOk());
  EXPECT_NE(cluster_->partition("t", 4)->config().primary, primary);
}

TEST_F(SplitTest, AChildGetsTheCopyOfAServerThatWasAway) {
  ASSERT_THAT(cluster_->stopReplica(1), IsOk());  // a secondary of partition 0
  ASSERT_THAT(cluster_->splitTable("t"), IsOk());
  ASSERT_THAT(cluster_->handOver("t", 0), IsOk());
  EXPECT_THAT(cluster_->partition("t", 4)->config().secondaries, ElementsAre(2));
  ASSERT_THAT(cluster_->startReplica(1), IsOk());
  EXPECT_THAT(cluster_->partition("t", 4)->config().secondaries, ElementsAre(2, 1));
  ASSERT_THAT(cluster_->stopReplica(2), IsOk());
  EXPECT_EQ(putAt(4, moved_, "v"), "ERR_OK");  // two copies of three are enough
}

TEST_F(SplitTest, AParentThatIsPausedWhileItHandsOverServesAgain) {
  ASSERT_THAT(cluster_->splitTable("t"), IsOk());
  ASSERT_THAT(cluster_->startHandOver("t", 0), IsOk());
  EXPECT_EQ(getAt(0, kept_).error, "ERR_SPLITTING");
  EXPECT_EQ(controlError(Control::PAUSE, 0), "ERR_OK");
  EXPECT_EQ(getAt(0, kept_).error, "ERR_OK");
  EXPECT_EQ(putAt(0, moved_, "v"), "ERR_OK");
}

TEST_F(SplitTest, AParentThatIsBeingCanceledDoesNotHandOver) {
  EXPECT_EQ(start(), "ERR_OK");
  EXPECT_EQ(controlError(Control::CANCEL), "ERR_OK");
  EXPECT_THAT(cluster_->startHandOver("t", 0),
              FailsWith(StatusCode::kFailedPrecondition, HasSubstr("paused or canceled")));
  EXPECT_THAT(cluster_->handOver("t", 0),
              FailsWith(StatusCode::kFailedPrecondition, HasSubstr("paused or canceled")));
  reactor_.runFor(4s);
  EXPECT_EQ(config().partitions.size(), 4U);
}

TEST_F(SplitTest, AnUnknownControlChangesNothing) {
  EXPECT_EQ(start(), "ERR_OK");
  EXPECT_EQ(controlError(Control::PAUSE, 1), "ERR_OK");
  reactor_.runFor(60s);
  EXPECT_EQ(controlError(static_cast<Control::type>(77), 1), "ERR_INVALID_PARAMETERS");
  EXPECT_EQ(statuses().at(1), wire::split_status::PAUSED);
}

TEST_F(SplitTest, ATableWithAsManyPartitionsAsThereCanBeIsNotSplit) {
  ASSERT_THAT(cluster_->createTable({.name = "large", .partitions = limits::kMaxPartitions}),
              IsOk());
  EXPECT_EQ(start(2 * limits::kMaxPartitions, "large"), "ERR_INVALID_PARAMETERS");
  EXPECT_EQ(cluster_->partitions("large"), limits::kMaxPartitions);
}

TEST_F(SplitTest, HandOverNeedsASplitThatWaitsForIt) {
  EXPECT_THAT(cluster_->handOver("t", 0),
              FailsWith(StatusCode::kFailedPrecondition, HasSubstr("is not being split")));
  EXPECT_THAT(cluster_->splitTable("nosuch"),
              FailsWith(StatusCode::kNotFound, HasSubstr("nosuch")));
  ASSERT_THAT(cluster_->splitTable("t"), IsOk());
  EXPECT_THAT(cluster_->splitTable("t"),
              FailsWith(StatusCode::kFailedPrecondition, HasSubstr("already")));
  EXPECT_THAT(cluster_->handOver("t", 4),
              FailsWith(StatusCode::kFailedPrecondition, HasSubstr("is not being split")));
  EXPECT_THAT(cluster_->startHandOver("t", -1),
              FailsWith(StatusCode::kFailedPrecondition, HasSubstr("is not being split")));
  for (int parent = 0; parent < 4; ++parent) {
    EXPECT_THAT(cluster_->handOver("t", parent), IsOk());
  }
  EXPECT_THAT(cluster_->handOver("t", 0),
              FailsWith(StatusCode::kFailedPrecondition, HasSubstr("is not being split")));
}

}  // namespace
}  // namespace bridle::internal::onebox
