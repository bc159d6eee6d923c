// MULTI_GET, BATCH_GET and SORTKEY_COUNT: limits, expiry, keys that cannot be.

#include "data_fixture.h"

namespace bridle::internal::onebox {
namespace {

constexpr int kOk = 0;
constexpr int kInvalidArgument = 4;
constexpr int kIncomplete = 7;

class MultiReadTest : public DataTest {
 protected:
  void startWith(const OneboxReadLimits& read_limits) {
    clients_.clear();
    options_.read_limits = read_limits;
    start();
  }
};

TEST_F(MultiReadTest, A66_GivesTheSortKeysThatWereAskedForAndNoOthers) {
  putNumbered(0, 10);
  wire::multi_get_request request = wholeHashKey();
  request.sort_keys = {"007", "002"};
  const auto got = multiGet(request);
  EXPECT_EQ(got.error, kOk);
  EXPECT_THAT(keysOf(got.kvs), ElementsAre("007", "002"));
}

TEST_F(MultiReadTest, StopsAfterTheRecordsItMayLookAt) {
  startWith({.multi_get_records = 3});
  putNumbered(0, 5);
  const auto got = multiGet(wholeHashKey());
  EXPECT_EQ(got.error, kIncomplete);
  EXPECT_THAT(keysOf(got.kvs), ElementsAre("000", "001", "002"));
}

TEST_F(MultiReadTest, TheRecordsItMayLookAtMayBeAllThereAre) {
  startWith({.multi_get_records = 5});
  putNumbered(0, 5);
  EXPECT_EQ(multiGet(wholeHashKey()).error, kOk);
}

// The server knows it by the key, without a look at what comes next.
TEST_F(MultiReadTest, ItIsCompleteWithTheLastKeyOfItsRangeWhateverComesNext) {
  putNumbered(0, 6);
  wire::multi_get_request request = wholeHashKey();
  request.start_sortkey.bytes = "002";
  request.stop_sortkey.bytes = "003";
  request.stop_inclusive = true;
  request.max_kv_count = 2;
  for (const bool reverse : {false, true}) {
    request.reverse = reverse;
    const auto got = multiGet(request);
    EXPECT_EQ(got.error, kOk) << reverse;
    EXPECT_THAT(keysOf(got.kvs), ElementsAre("002", "003"));
  }
}

TEST_F(MultiReadTest, BackwardItStopsLikewise) {
  startWith({.multi_get_records = 3});
  putNumbered(0, 5);
  wire::multi_get_request request = wholeHashKey();
  request.reverse = true;
  const auto got = multiGet(request);
  EXPECT_EQ(got.error, kIncomplete);
  EXPECT_THAT(keysOf(got.kvs), ElementsAre("002", "003", "004"));
}

// So that a client who asks for 100 sort keys may get fewer although more exist.
TEST_F(MultiReadTest, A51_ExpiredRecordsCountAsLookedAt) {
  startWith({.multi_get_records = 4});
  putNumbered(0, 3, expireIn(1));
  putNumbered(3, 4);
  reactor_.runFor(2s);
  const auto got = multiGet(wholeHashKey());
  EXPECT_EQ(got.error, kIncomplete);
  EXPECT_THAT(keysOf(got.kvs), ElementsAre("003"));
}

TEST_F(MultiReadTest, A51_AnIncompleteAnswerMayBeEmpty) {
  startWith({.multi_get_records = 3});
  putNumbered(0, 3, expireIn(1));
  putNumbered(3, 4);
  reactor_.runFor(2s);
  const auto got = multiGet(wholeHashKey());
  EXPECT_EQ(got.error, kIncomplete);
  EXPECT_THAT(got.kvs, IsEmpty());
}

TEST_F(MultiReadTest, GivesNoMorePairsThanItMayLookAtByKeysEither) {
  startWith({.multi_get_records = 2});
  putNumbered(0, 3);
  wire::multi_get_request request = wholeHashKey();
  request.sort_keys = {"002", "001", "000"};
  const auto got = multiGet(request);
  EXPECT_EQ(got.error, kIncomplete);
  EXPECT_THAT(keysOf(got.kvs), ElementsAre("002", "001"));
  request.sort_keys = {"002", "001", "absent"};
  EXPECT_EQ(multiGet(request).error, kOk);
}

TEST_F(MultiReadTest, StopsAtTheServersLimitOfBytes) {
  startWith({.multi_get_bytes = 8});
  putNumbered(0, 5);  // 4 bytes each
  wire::multi_get_request request = wholeHashKey();
  request.max_kv_size = 1'000'000;
  EXPECT_EQ(multiGet(request).error, kIncomplete);
  EXPECT_THAT(keysOf(multiGet(request).kvs), ElementsAre("000", "001"));
}

TEST_F(MultiReadTest, TimeRunsOutByRecordsLookedAt) {
  startWith({.records_per_ms = 3});
  const auto id =
      cluster_->createTable({.name = "hasty",
                             .partitions = 1,
                             .envs = {{"replica.rocksdb_iteration_threshold_time_ms", "2"}}});
  ASSERT_THAT(id, IsOk());
  RawClient& server = replica(*cluster_->partition("hasty", 0)->config().primary);
  const FrameOptions to{.app_id = *id};
  const auto countOf = [&] {
    return server.call(blobFrame(rpc_names::kSortkeyCount, "user", to)).as<wire::count_response>();
  };
  for (int i = 0; i < 6; ++i) server.call(putFrame(wire::rawKey("user", numbered(i)), "v", 0, to));
  EXPECT_EQ(countOf().count, 6);
  server.call(putFrame(wire::rawKey("user", "one more"), "v", 0, to));
  EXPECT_EQ(countOf().error, kOk);
  EXPECT_EQ(countOf().count, -1);
  const auto got = server.call(structFrame(rpc_names::kMultiGet, wholeHashKey(), to))
                       .as<wire::multi_get_response>();
  EXPECT_EQ(got.error, kIncomplete);
  EXPECT_EQ(got.kvs.size(), 6U);
}

TEST_F(MultiReadTest, CountsLiveRecordsOfTheHashKeyOnly) {
  putNumbered(0, 4);
  putSortKeys({"soon gone"}, expireIn(5));
  put(wire::rawKey("uses", "other"), "v");
  put(wire::rawKey("user2", "longer"), "v");
  EXPECT_EQ(sortkeyCount().count, 5);
  reactor_.runFor(5s);
  EXPECT_EQ(sortkeyCount().count, 4);
}

TEST_F(MultiReadTest, ExpiredRecordsAreInvisibleToAllOfThem) {
  putSortKeys({"a"}, expireIn(3));
  putSortKeys({"b"});
  reactor_.runFor(3s);
  EXPECT_THAT(keysOf(multiGet(wholeHashKey()).kvs), ElementsAre("b"));
  wire::multi_get_request by_keys = wholeHashKey();
  by_keys.sort_keys = {"a", "b"};
  EXPECT_THAT(keysOf(multiGet(by_keys).kvs), ElementsAre("b"));
  wire::batch_get_request batch;
  for (const char* sort_key : {"a", "b"}) {
    wire::full_key& key = batch.keys.emplace_back();
    key.hash_key.bytes = "user";
    key.sort_key.bytes = sort_key;
  }
  const auto got = call<wire::batch_get_response>(rpc_names::kBatchGet, batch);
  ASSERT_EQ(got.data.size(), 1U);
  EXPECT_EQ(got.data[0].value.bytes, "value of b");
}

TEST_F(MultiReadTest, AHashKeyThatEndsIn255HasItsOwnRange) {
  const std::string hash_key = "user\xff\xff";
  put(wire::rawKey(hash_key, "a"), "v");
  put(wire::rawKey("user\xff\xfe", "b"), "v");
  put(wire::rawKey("uses\x00\x00", "c"), "v");
  wire::multi_get_request request = wholeHashKey();
  request.hash_key.bytes = hash_key;
  EXPECT_THAT(keysOf(multiGet(request).kvs), ElementsAre("a"));
  const auto count = primary().call(blobFrame(rpc_names::kSortkeyCount, hash_key, {}));
  EXPECT_EQ(count.as<wire::count_response>().count, 1);
}

TEST_F(MultiReadTest, TooLongHashKeysAreRefused) {
  const std::string too_long(65'535, 'h');
  wire::multi_get_request request;
  request.hash_key.bytes = too_long;
  EXPECT_EQ(multiGet(request).error, kInvalidArgument);
  request.sort_keys = {"a"};
  EXPECT_EQ(multiGet(request).error, kInvalidArgument);
  const auto count = primary().call(blobFrame(rpc_names::kSortkeyCount, too_long, {}));
  EXPECT_EQ(count.as<wire::count_response>().error, kInvalidArgument);
  wire::batch_get_request batch;
  batch.keys.emplace_back().hash_key.bytes = too_long;
  EXPECT_EQ(call<wire::batch_get_response>(rpc_names::kBatchGet, batch).error, kInvalidArgument);
}

TEST_F(MultiReadTest, AnAnswerThatGrowsTooLargeIsNotComplete) {
  const std::string value(1'000'000, 'x');
  put(kKey, value);
  wire::batch_get_request batch;
  wire::multi_get_request by_keys = wholeHashKey();
  for (int i = 0; i < 100; ++i) {
    wire::full_key& key = batch.keys.emplace_back();
    key.hash_key.bytes = "user";
    key.sort_key.bytes = "1";
    by_keys.sort_keys.emplace_back("1");
  }
  const auto batched = call<wire::batch_get_response>(rpc_names::kBatchGet, batch);
  EXPECT_EQ(batched.error, kIncomplete);
  EXPECT_EQ(batched.data.size(), 34U);
  const auto listed = multiGet(by_keys);
  EXPECT_EQ(listed.error, kIncomplete);
  EXPECT_EQ(listed.kvs.size(), 34U);
}

TEST_F(MultiReadTest, ASecondaryServesThemWithTheBackupFlag) {
  putNumbered(0, 2);
  const FrameOptions backup{.backup = true};
  const auto got = replica(1).call(structFrame(rpc_names::kMultiGet, wholeHashKey(), backup));
  EXPECT_EQ(got.as<wire::multi_get_response>().kvs.size(), 2U);
  const auto count = replica(1).call(blobFrame(rpc_names::kSortkeyCount, "user", backup));
  EXPECT_EQ(count.as<wire::count_response>().count, 2);
  EXPECT_EQ(replica(1).call(blobFrame(rpc_names::kSortkeyCount, "user", {})).error,
            "ERR_INVALID_STATE");
}

}  // namespace
}  // namespace bridle::internal::onebox
