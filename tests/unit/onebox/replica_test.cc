// What replica servers answer to data calls.

#include "onebox_fixture.h"

namespace bridle::internal::onebox {
namespace {

class ReplicaTest : public OneboxTest {
 protected:
  std::string errorOf(int server, std::string frame) { return replica(server).call(frame).error; }
};

TEST_F(ReplicaTest, ServesGetPutAndRemoveAtThePrimary) {
  const auto written = replica(0).call(putFrame(kKey, "v1"));
  EXPECT_EQ(written.error, "ERR_OK");
  EXPECT_EQ(written.ack, "RPC_RRDB_RRDB_PUT_ACK");
  const auto put = written.as<wire::update_response>();
  EXPECT_EQ(put.error, 0);
  EXPECT_EQ(put.app_id, 1);
  EXPECT_EQ(put.partition_index, 0);
  EXPECT_EQ(put.decree, 1);
  EXPECT_EQ(put.server, "10.0.0.2:34801");

  const auto read = replica(0).call(getFrame(kKey, {.seq = 77}));
  EXPECT_EQ(read.seq, 77);
  const auto got = read.as<wire::read_response>();
  EXPECT_EQ(got.error, 0);
  EXPECT_EQ(got.value.bytes, "v1");
  EXPECT_EQ(got.app_id, 1);
  EXPECT_EQ(got.partition_index, 0);
  EXPECT_EQ(got.server, "10.0.0.2:34801");

  const auto removed = replica(0).call(removeFrame(kKey)).as<wire::update_response>();
  EXPECT_EQ(removed.error, 0);
  EXPECT_EQ(removed.decree, 2);
  const auto absent = get(kKey);
  EXPECT_EQ(absent.error, 1);
  EXPECT_EQ(absent.value.bytes, "");
}

TEST_F(ReplicaTest, RemovingWhatIsAbsentIsOk) {
  EXPECT_EQ(replica(0).call(removeFrame(kKey)).as<wire::update_response>().error, 0);
}

TEST_F(ReplicaTest, DecreesGrowByPartition) {
  put(kKey, "a");
  put(kKey, "b");
  const auto other = replica(1).call(putFrame(kKey, "c", 0, {.partition = 1}));
  EXPECT_EQ(other.as<wire::update_response>().decree, 1);
  EXPECT_EQ(primary().call(putFrame(kKey, "d")).as<wire::update_response>().decree, 3);
}

TEST_F(ReplicaTest, AnOverwriteReplacesValueAndTtl) {
  put(kKey, "old", expireIn(100));
  put(kKey, "new");
  EXPECT_EQ(get(kKey).value.bytes, "new");
  EXPECT_EQ(primary().call(ttlFrame(kKey)).as<wire::ttl_response>().ttl_seconds, -1);
}

TEST_F(ReplicaTest, EmptyValuesAndSortKeysAreRecordsLikeOthers) {
  const std::string no_sort_key = wire::rawKey("user", "");
  put(no_sort_key, "");
  EXPECT_EQ(get(no_sort_key).error, 0);
  put(wire::rawKey("", "only sort key"), "v");
  EXPECT_EQ(get(wire::rawKey("", "only sort key")).value.bytes, "v");
}

TEST_F(ReplicaTest, TellsTheSecondsThatARecordHasLeft) {
  put(kKey, "v", expireIn(100));
  const auto ttl = primary().call(ttlFrame(kKey)).as<wire::ttl_response>();
  EXPECT_EQ(ttl.error, 0);
  EXPECT_NEAR(ttl.ttl_seconds, 100, 2);
  EXPECT_EQ(ttl.app_id, 1);
  EXPECT_EQ(ttl.server, "10.0.0.2:34801");
}

TEST_F(ReplicaTest, AnExpiredRecordIsInvisible) {
  put(kKey, "v", expireIn(10));
  reactor_.runFor(7s);
  EXPECT_EQ(get(kKey).error, 0);
  reactor_.runFor(3s);
  EXPECT_EQ(get(kKey).error, 1);
  const auto ttl = primary().call(ttlFrame(kKey)).as<wire::ttl_response>();
  EXPECT_EQ(ttl.error, 1);
  EXPECT_EQ(ttl.ttl_seconds, 0);
}

TEST_F(ReplicaTest, ANegativeExpiryIsFarInTheFuture) {
  put(kKey, "v", -5);
  EXPECT_EQ(get(kKey).error, 0);
  EXPECT_LT(primary().call(ttlFrame(kKey)).as<wire::ttl_response>().ttl_seconds, 0);
}

TEST_F(ReplicaTest, TheTableMayGiveADefaultTtl) {
  const auto id = cluster_->createTable({.name = "fading", .envs = {{"default_ttl", "60"}}});
  ASSERT_THAT(id, IsOk());
  const int server = *cluster_->partition("fading", 0)->config().primary;
  const FrameOptions to{.app_id = *id};
  replica(server).call(putFrame(kKey, "v", 0, to));
  replica(server).call(putFrame(kOtherKey, "v", expireIn(500), to));
  const auto ttlOf = [&](const std::string& key) {
    return replica(server).call(ttlFrame(key, to)).as<wire::ttl_response>().ttl_seconds;
  };
  EXPECT_NEAR(ttlOf(kKey), 60, 5);
  EXPECT_NEAR(ttlOf(kOtherKey), 500, 5);
}

TEST_F(ReplicaTest, ASecondaryServesReadsWithTheBackupFlagOnly) {
  put(kKey, "v");
  for (const int secondary : {1, 2}) {
    EXPECT_EQ(errorOf(secondary, getFrame(kKey)), "ERR_INVALID_STATE");
    EXPECT_EQ(errorOf(secondary, getFrame(kKey, {.version = wire::HeaderVersion::kV0})),
              "ERR_INVALID_STATE");
    const auto got = replica(secondary).call(getFrame(kKey, {.backup = true}));
    EXPECT_EQ(got.as<wire::read_response>().value.bytes, "v");
    const auto ttl = replica(secondary).call(ttlFrame(kKey, {.backup = true}));
    EXPECT_EQ(ttl.as<wire::ttl_response>().ttl_seconds, -1);
  }
  EXPECT_EQ(primary().call(getFrame(kKey, {.backup = true})).as<wire::read_response>().error, 0);
}

TEST_F(ReplicaTest, ASecondaryTakesNoWrites) {
  EXPECT_EQ(errorOf(1, putFrame(kKey, "v")), "ERR_INVALID_STATE");
  EXPECT_EQ(errorOf(1, putFrame(kKey, "v", 0, {.backup = true})), "ERR_INVALID_STATE");
  EXPECT_EQ(errorOf(1, removeFrame(kKey)), "ERR_INVALID_STATE");
  EXPECT_EQ(get(kKey).error, 1);
}

TEST_F(ReplicaTest, KnowsOnlyItsPartitions) {
  ASSERT_THAT(cluster_->createTable({.name = "single", .partitions = 1, .replicas = 1}), IsOk());
  const int host = *cluster_->partition("single", 0)->config().primary;
  EXPECT_EQ(errorOf(host, getFrame(kKey, {.app_id = 2})), "ERR_OK");
  EXPECT_EQ(errorOf((host + 1) % 3, getFrame(kKey, {.app_id = 2})), "ERR_OBJECT_NOT_FOUND");
  EXPECT_EQ(errorOf(0, getFrame(kKey, {.app_id = 99})), "ERR_OBJECT_NOT_FOUND");
  EXPECT_EQ(errorOf(0, getFrame(kKey, {.partition = 4})), "ERR_OBJECT_NOT_FOUND");
  EXPECT_EQ(errorOf(0, getFrame(kKey, {.partition = -1})), "ERR_OBJECT_NOT_FOUND");
  EXPECT_EQ(errorOf(0, putFrame(kKey, "v", 0, {.app_id = 99})), "ERR_OBJECT_NOT_FOUND");
}

TEST_F(ReplicaTest, ADroppedTableIsGone) {
  put(kKey, "v");
  EXPECT_THAT(cluster_->dropTable("t"), IsOk());
  EXPECT_EQ(errorOf(0, getFrame(kKey)), "ERR_OBJECT_NOT_FOUND");
}

TEST_F(ReplicaTest, CallsWithoutATableAndUnknownCallsHaveNoHandler) {
  EXPECT_EQ(errorOf(0, getFrame(kKey, {.app_id = 0})), "ERR_HANDLER_NOT_FOUND");
  EXPECT_EQ(errorOf(0, getFrame(kKey, {.app_id = -1})), "ERR_HANDLER_NOT_FOUND");
  EXPECT_EQ(errorOf(0, queryFrame("t")), "ERR_HANDLER_NOT_FOUND");
  const auto unknown = replica(0).call(blobFrame("RPC_NO_SUCH", "", {}));
  EXPECT_EQ(unknown.error, "ERR_HANDLER_NOT_FOUND");
  EXPECT_EQ(unknown.ack, "RPC_NO_SUCH_ACK");
  EXPECT_EQ(unknown.result, "");
}

TEST_F(ReplicaTest, AnAckIsCutTo47Bytes) {
  EXPECT_EQ(replica(0).call(blobFrame(std::string(43, 'x'), "", {})).ack,
            std::string(43, 'x') + "_ACK");
  EXPECT_EQ(replica(0).call(blobFrame(std::string(45, 'x'), "", {})).ack,
            std::string(45, 'x') + "_A");
  EXPECT_EQ(replica(0).call(blobFrame(std::string(204, 'x'), "", {})).ack, std::string(47, 'x'));
}

TEST_F(ReplicaTest, AWriteOfMoreThanOneMebibyteIsRefused) {
  const std::size_t overhead = putFrame(kKey, "").size() - 53;  // of the body, behind the header
  const std::string fits(limits::kMaxWriteBytes - overhead, 'x');
  put(kKey, fits);
  EXPECT_EQ(get(kKey).value.bytes, fits);
  EXPECT_EQ(errorOf(0, putFrame(kKey, fits + "x")), "ERR_INVALID_DATA");
  EXPECT_EQ(get(kKey).value.bytes, fits);
  EXPECT_TRUE(replica(0).open());
}

TEST_F(ReplicaTest, KeysThatCannotBeSplitAreRefused) {
  const std::string too_long_hash_key = std::string("\xff\xff", 2) + std::string(65'535, 'h');
  for (const std::string& key :
       {std::string(), std::string("\0", 1), std::string("\0\x09x", 3), too_long_hash_key}) {
    EXPECT_EQ(replica(0).call(getFrame(key)).as<wire::read_response>().error, 4);
    EXPECT_EQ(replica(0).call(ttlFrame(key)).as<wire::ttl_response>().error, 4);
    EXPECT_EQ(replica(0).call(putFrame(key, "v")).as<wire::update_response>().error, 4);
    EXPECT_EQ(replica(0).call(removeFrame(key)).as<wire::update_response>().error, 4);
  }
  // A refused write has used up its number.
  EXPECT_EQ(primary().call(putFrame(kKey, "v")).as<wire::update_response>().decree, 9);
}

TEST_F(ReplicaTest, ArgumentsThatAreCutOffCloseTheConnection) {
  wire::update_request put;
  put.key = wire::blob(kKey);
  std::string put_args;
  wire::appendArgs(put_args, put);
  std::string key_args;
  wire::appendBlobArgs(key_args, kKey);
  for (const auto& [rpc, args] :
       {std::pair(rpc_names::kGet, key_args), std::pair(rpc_names::kTtl, key_args),
        std::pair(rpc_names::kRemove, key_args), std::pair(rpc_names::kPut, put_args)}) {
    for (std::size_t size = 0; size < args.size(); ++size) {
      RawClient client(network_, replicaAt(0));
      client.exchange(frameOf(rpc, args.substr(0, size), {}));
      EXPECT_TRUE(client.closed()) << rpc << " of " << size << " bytes";
      EXPECT_THAT(client.replies, IsEmpty());
    }
  }
  EXPECT_EQ(get(kKey).error, 1);
}

TEST_F(ReplicaTest, TheHashIsCheckedOnlyIfTheTableSaysSo) {
  EXPECT_EQ(errorOf(0, putFrame(kKey, "v", 0, {.hash = 777})), "ERR_OK");
  EXPECT_EQ(errorOf(0, getFrame(kKey, {.hash = 777})), "ERR_OK");

  ASSERT_THAT(cluster_->createTable({.name = "checked",
                                     .partitions = 4,
                                     .envs = {{"replica.split.validate_partition_hash", "true"}}}),
              IsOk());
  const int server = *cluster_->partition("checked", 1)->config().primary;
  const auto to = [](std::uint64_t hash) {
    return FrameOptions{.app_id = 2, .partition = 1, .hash = hash};
  };
  EXPECT_EQ(errorOf(server, putFrame(kKey, "v", 0, to(5))), "ERR_OK");
  EXPECT_EQ(errorOf(server, putFrame(kKey, "v", 0, to(6))), "ERR_PARENT_PARTITION_MISUSED");
  EXPECT_EQ(errorOf(server, getFrame(kKey, to(0))), "ERR_PARENT_PARTITION_MISUSED");
  EXPECT_EQ(errorOf(server, getFrame(kKey, to(9))), "ERR_OK");
  const std::string too_large(limits::kMaxWriteBytes, 'x');  // which is checked before
  EXPECT_EQ(errorOf(server, putFrame(kKey, too_large, 0, to(6))), "ERR_INVALID_DATA");
}

TEST_F(ReplicaTest, ClearScannerIsNeverAnswered) {
  replica(0).exchange(
      frameOf(rpc_names::kClearScanner, std::string("\x0a\0\x01\0\0\0\0\0\0\0\x05\0", 12), {}));
  EXPECT_THAT(replica(0).replies, IsEmpty());
  EXPECT_TRUE(replica(0).open());
}

TEST_F(ReplicaTest, AuthenticationIsOff) {
  wire::negotiation_request list;
  list.status = wire::negotiation_status::SASL_LIST_MECHANISMS;
  for (RawClient* const client : {&replica(0), &meta()}) {
    const auto answer = client->call(metaFrame(rpc_names::kNegotiation, list));
    EXPECT_EQ(answer.as<wire::negotiation_response>().status, 9);
    EXPECT_EQ(answer.as<wire::negotiation_response>().msg.bytes, "");
  }
}

TEST_F(ReplicaTest, AWriteNeedsAMajorityOfTheCopies) {
  EXPECT_THAT(cluster_->stopReplica(2), IsOk());
  EXPECT_EQ(errorOf(0, putFrame(kKey, "v")), "ERR_OK");
  EXPECT_THAT(cluster_->stopReplica(1), IsOk());
  EXPECT_EQ(errorOf(0, putFrame(kKey, "v")), "ERR_NOT_ENOUGH_MEMBER");
  EXPECT_EQ(errorOf(0, getFrame(kKey)), "ERR_OK");
}

TEST_F(ReplicaTest, CountsWhatItReceives) {
  put(kKey, "v");
  get(kKey);
  replica(1).call(getFrame(kKey, {.backup = true}));
  replica(1).call(getFrame(kKey));
  EXPECT_EQ(cluster_->counts(0).requests, 2U);
  EXPECT_EQ(cluster_->counts(0).writes, 1U);
  EXPECT_EQ(cluster_->counts(0).reads, 1U);
  EXPECT_EQ(cluster_->counts(0).connections, 1U);
  EXPECT_EQ(cluster_->counts(1).reads, 2U);
  EXPECT_EQ(cluster_->counts(1).backup_reads, 1U);
  EXPECT_EQ(cluster_->counts(2).requests, 0U);
  EXPECT_EQ(cluster_->counts(7).requests, 0U);
}

TEST_F(ReplicaTest, ShowsEachRequestToTheLog) {
  std::vector<std::string> log;
  on_request_ = [&](const RequestSeen& seen) {
    EXPECT_EQ(seen.server, replicaAt(1));
    EXPECT_EQ(seen.server_index, 1);
    EXPECT_FALSE(seen.at_meta);
    EXPECT_EQ(seen.header.partition_hash, 42U);
    EXPECT_TRUE(seen.header.is_backup_request);
    EXPECT_EQ(seen.header.timeout_ms, 250);
    log.emplace_back(seen.rpc);
  };
  replica(1).call(getFrame(kKey, {.timeout_ms = 250, .hash = 42, .backup = true}));
  EXPECT_THAT(log, ElementsAre("RPC_RRDB_RRDB_GET"));
}

}  // namespace
}  // namespace bridle::internal::onebox
