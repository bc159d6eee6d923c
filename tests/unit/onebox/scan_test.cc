// GET_SCANNER, SCAN and CLEAR_SCANNER: contexts, batches, filters.

#include "data_fixture.h"
#include "onebox/data/scan_contexts.h"

namespace bridle::internal::onebox {
namespace {

using wire::filter_type;
using wire::scan_response;

constexpr std::int64_t kEnd = -1;
constexpr int kOk = 0;
constexpr int kNotFound = 1;
constexpr int kInvalidArgument = 4;
constexpr int kIncomplete = 7;

class ScanTest : public DataTest {
 protected:
  static wire::get_scanner_request fullScan(int batch_size = 100) {
    wire::get_scanner_request request;
    request.start_key.bytes = std::string(2, '\0');
    request.stop_key.bytes = "\xff\xff";
    request.start_inclusive = true;
    request.batch_size = batch_size;
    request.__set_full_scan(true);
    return request;
  }

  scan_response open(const wire::get_scanner_request& request, const FrameOptions& options = {}) {
    return call<scan_response>(rpc_names::kGetScanner, request, options);
  }

  scan_response next(std::int64_t context, const FrameOptions& options = {}) {
    wire::scan_request request;
    request.context_id = context;
    return call<scan_response>(rpc_names::kScan, request, options);
  }

  // The sort keys of all batches.
  std::vector<std::string> drain(const wire::get_scanner_request& request) {
    std::vector<std::string> sort_keys;
    scan_response batch = open(request);
    while (true) {
      EXPECT_EQ(batch.error, kOk);
      for (const wire::key_value& pair : batch.kvs) {
        sort_keys.emplace_back(wire::splitRawKey(pair.key.bytes)->sort_key);
      }
      if (batch.error != kOk || batch.context_id == kEnd) return sort_keys;
      batch = next(batch.context_id);
    }
  }

  void startWith(const OneboxReadLimits& read_limits) {
    clients_.clear();
    options_.read_limits = read_limits;
    start();
  }
};

TEST_F(ScanTest, GivesEachRecordOnceInBatchesOfAnySize) {
  putNumbered(0, 10);
  const std::vector<std::string> all = drain(fullScan());
  EXPECT_EQ(all.size(), 10U);
  for (const int batch_size : {-1, 0, 1, 2, 3, 10, 11, 5000}) {
    EXPECT_EQ(drain(fullScan(batch_size)), all) << batch_size;
  }
}

TEST_F(ScanTest, AContextIsGoodForOneUse) {
  putNumbered(0, 10);
  const std::int64_t first = open(fullScan(2)).context_id;
  const auto second = next(first);
  EXPECT_EQ(second.error, kOk);
  EXPECT_NE(second.context_id, first);
  const auto again = next(first);
  EXPECT_EQ(again.error, kNotFound);
  EXPECT_EQ(again.context_id, 0);
  EXPECT_THAT(again.kvs, IsEmpty());
  EXPECT_EQ(next(second.context_id).error, kOk);
}

TEST_F(ScanTest, AContextLivesForFiveMinutesAfterEachBatch) {
  putNumbered(0, 10);
  scan_response batch = open(fullScan(2));
  for (int i = 0; i < 3; ++i) {
    reactor_.runFor(295s);
    batch = next(batch.context_id);
    EXPECT_EQ(batch.error, kOk);
  }
  reactor_.runFor(300s);
  EXPECT_EQ(next(batch.context_id).error, kNotFound);
}

TEST_F(ScanTest, AContextBelongsToItsPartition) {
  putNumbered(0, 10);
  ASSERT_THAT(cluster_->createTable({.name = "other", .partitions = 4}), IsOk());
  const std::int64_t id = open(fullScan(2)).context_id;
  EXPECT_EQ(next(id, {.partition = 1, .backup = true}).error, kNotFound);
  EXPECT_EQ(next(id, {.app_id = 2, .backup = true}).error, kNotFound);
  EXPECT_EQ(next(id).error, kOk);
}

TEST_F(ScanTest, AContextIsKnownToItsServerOnly) {
  putNumbered(0, 10);
  const std::int64_t id = open(fullScan(2)).context_id;
  wire::scan_request request;
  request.context_id = id;
  const std::string frame = structFrame(rpc_names::kScan, request, {.backup = true});
  EXPECT_EQ(replica(1).call(frame).as<scan_response>().error, kNotFound);
  EXPECT_EQ(replica(0).call(frame).as<scan_response>().error, kOk);
}

TEST_F(ScanTest, AServerThatStopsForgetsItsContexts) {
  putNumbered(0, 10);
  const std::int64_t id = open(fullScan(2)).context_id;
  EXPECT_THAT(cluster_->stopReplica(0), IsOk());
  EXPECT_THAT(cluster_->startReplica(0), IsOk());
  reactor_.runFor(1ms);
  wire::scan_request request;
  request.context_id = id;
  const auto reply = replica(0).call(structFrame(rpc_names::kScan, request, {.backup = true}));
  EXPECT_EQ(reply.as<scan_response>().error, kNotFound);
}

TEST_F(ScanTest, AClearedContextIsGone) {
  putNumbered(0, 10);
  const std::int64_t id = open(fullScan(2)).context_id;
  std::string args;
  wire::appendI64Args(args, id);
  primary().replies.clear();
  primary().exchange(frameOf(rpc_names::kClearScanner, args, {}));
  EXPECT_THAT(primary().replies, IsEmpty());
  EXPECT_EQ(next(id).error, kNotFound);
}

TEST_F(ScanTest, ARangeThatIsEmptyIsAtItsEnd) {
  putNumbered(0, 3);
  wire::get_scanner_request request = fullScan();
  request.start_key.bytes = request.stop_key.bytes = wire::rawKey("user", "001");
  request.__set_only_return_count(true);
  const auto batch = open(request);
  EXPECT_EQ(batch.error, kOk);
  EXPECT_EQ(batch.context_id, kEnd);
  EXPECT_EQ(batch.kv_count, 0);
}

TEST_F(ScanTest, ABatchMayBeEmptyWithoutBeingTheEnd) {
  startWith({.scan_records = 4});
  putNumbered(0, 6, expireIn(1));
  putNumbered(6, 2);
  reactor_.runFor(2s);
  const auto first = open(fullScan());
  EXPECT_THAT(first.kvs, IsEmpty());
  EXPECT_NE(first.context_id, kEnd);
  EXPECT_EQ(next(first.context_id).kvs.size(), 2U);
}

TEST_F(ScanTest, RecordsThatExpireBetweenBatchesAreLeftOut) {
  putNumbered(0, 4, expireIn(10));
  putNumbered(4, 1);
  const auto first = open(fullScan(2));
  EXPECT_EQ(first.kvs.size(), 2U);
  reactor_.runFor(10s);
  const auto second = next(first.context_id);
  EXPECT_THAT(second.kvs, IsEmpty());
  const auto third = next(second.context_id);
  EXPECT_THAT(keysOf(third.kvs), ElementsAre(wire::rawKey("user", "004")));
}

TEST_F(ScanTest, OutOfTimeItGivesWhatItHasAndNoContext) {
  startWith({.records_per_ms = 3});
  const auto id =
      cluster_->createTable({.name = "hasty",
                             .partitions = 1,
                             .envs = {{"replica.rocksdb_iteration_threshold_time_ms", "1"}}});
  ASSERT_THAT(id, IsOk());
  RawClient& server = replica(*cluster_->partition("hasty", 0)->config().primary);
  const FrameOptions to{.app_id = *id};
  for (int i = 0; i < 5; ++i) server.call(putFrame(wire::rawKey("user", numbered(i)), "v", 0, to));
  const auto batch =
      server.call(structFrame(rpc_names::kGetScanner, fullScan(), to)).as<scan_response>();
  EXPECT_EQ(batch.error, kIncomplete);
  EXPECT_EQ(batch.context_id, 0);
  EXPECT_EQ(batch.kvs.size(), 3U);
}

// Each filter on hash and sort key gives what a comparison of every record gives.
TEST_F(ScanTest, A47_FiltersOnHashAndSortKeysAreHonoured) {
  const std::vector<std::string> parts = {"a", "ab", "abc", "b", "bab", "cab", "", "x"};
  for (const std::string& hash_key : parts) {
    for (const std::string& sort_key : parts) put(wire::rawKey(hash_key, sort_key), "v");
  }
  const auto passes = [](int type, std::string_view pattern, std::string_view key) {
    return type == 0 || (type == 1 && key.find(pattern) != std::string_view::npos) ||
           (type == 2 && key.starts_with(pattern)) || (type == 3 && key.ends_with(pattern));
  };
  for (int hash_type = 0; hash_type <= 3; ++hash_type) {
    for (int sort_type = 0; sort_type <= 3; ++sort_type) {
      for (const std::string pattern : {"", "a", "ab", "abcd"}) {
        wire::get_scanner_request request = fullScan(7);
        request.hash_key_filter_type = static_cast<filter_type::type>(hash_type);
        request.hash_key_filter_pattern.bytes = pattern;
        request.sort_key_filter_type = static_cast<filter_type::type>(sort_type);
        request.sort_key_filter_pattern.bytes = pattern;
        std::size_t expected = 0;
        for (const std::string& hash_key : parts) {
          for (const std::string& sort_key : parts) {
            expected +=
                passes(hash_type, pattern, hash_key) && passes(sort_type, pattern, sort_key);
          }
        }
        EXPECT_EQ(drain(request).size(), expected) << hash_type << sort_type << pattern;
      }
    }
  }
}

TEST_F(ScanTest, A47_AFilterOfAnUnknownTypeIsRefused) {
  for (const int type : {-1, 4, 99}) {
    wire::get_scanner_request request = fullScan();
    request.hash_key_filter_type = static_cast<filter_type::type>(type);
    EXPECT_EQ(open(request).error, kInvalidArgument);
    request = fullScan();
    request.sort_key_filter_type = static_cast<filter_type::type>(type);
    EXPECT_EQ(open(request).error, kInvalidArgument);
  }
}

TEST_F(ScanTest, LeavesOutRecordsOfOtherPartitionsIfTableAndRequestSaySo) {
  const auto id =
      cluster_->createTable({.name = "checked",
                             .partitions = 4,
                             .envs = {{"replica.split.validate_partition_hash", "true"}}});
  ASSERT_THAT(id, IsOk());
  RawClient& server = replica(*cluster_->partition("checked", 3)->config().primary);
  const FrameOptions to{.app_id = *id, .partition = 3, .hash = 3};
  server.call(putFrame(wire::rawKey("hello", "of partition 3"), "v", 0, to));
  server.call(putFrame(wire::rawKey("a", "of partition 0"), "v", 0, to));
  const auto rows = [&](const wire::get_scanner_request& request) {
    const auto reply = server.call(structFrame(rpc_names::kGetScanner, request, to));
    return reply.as<scan_response>().kvs.size();
  };
  wire::get_scanner_request request = fullScan();
  EXPECT_EQ(rows(request), 1U);  // absent: true
  request.__set_validate_partition_hash(false);
  EXPECT_EQ(rows(request), 2U);
}

TEST_F(ScanTest, KeysThatCannotBeAreRefused) {
  wire::get_scanner_request request = fullScan();
  request.start_key.bytes = "";
  EXPECT_EQ(open(request).error, kInvalidArgument);
  request.start_key.bytes = std::string("\0\x09x", 3);
  EXPECT_EQ(open(request).error, kInvalidArgument);
  request = fullScan();
  request.hash_key_filter_type = filter_type::FT_MATCH_PREFIX;
  request.hash_key_filter_pattern.bytes = std::string(65'535, 'h');
  EXPECT_EQ(open(request).error, kInvalidArgument);
}

// The real server ends its process here.
TEST_F(ScanTest, AHashKeyPrefixThatLeadsOutOfTheHashKeyFindsNothing) {
  put(wire::rawKey("h1", "a"), "v");
  put(wire::rawKey("h2", "a"), "v");
  wire::get_scanner_request request = fullScan();
  request.start_key.bytes = wire::rawKey("h1", "");
  request.__set_full_scan(false);
  request.hash_key_filter_type = filter_type::FT_MATCH_PREFIX;
  request.hash_key_filter_pattern.bytes = "h2";
  const auto batch = open(request);
  EXPECT_EQ(batch.error, kOk);
  EXPECT_THAT(batch.kvs, IsEmpty());
  EXPECT_EQ(batch.context_id, kEnd);
}

TEST_F(ScanTest, ABatchOfLargeRecordsEndsBeforeTheReplyIsTooLarge) {
  for (int i = 0; i < 40; ++i) put(wire::rawKey("user", numbered(i)), std::string(1'000'000, 'x'));
  const auto first = open(fullScan());
  EXPECT_EQ(first.kvs.size(), 34U);
  EXPECT_EQ(next(first.context_id).kvs.size(), 6U);
}

TEST(ScanContexts, EveryOtherServerHasNegativeIds) {
  for (int server = 0; server < 8; ++server) {
    ScanContexts contexts(1, server);
    for (int i = 0; i < 3; ++i) {
      const std::int64_t id = contexts.keep({}, {}, TimePoint{});
      EXPECT_EQ(id < 0, server % 2 == 1);
      EXPECT_NE(id, -1);
      EXPECT_NE(id, 0);
    }
  }
}

TEST(ScanContexts, AreBoundedInNumber) {
  ScanContexts contexts(1, 0);
  const std::int64_t oldest = contexts.keep({}, {}, TimePoint{});
  const std::int64_t second = contexts.keep({}, {}, TimePoint{});
  for (std::size_t i = 2; i <= limits::kMaxScanContexts; ++i) contexts.keep({}, {}, TimePoint{});
  EXPECT_FALSE(contexts.take({}, oldest, TimePoint{}));
  EXPECT_TRUE(contexts.take({}, second, TimePoint{}));
}

TEST(ScanContexts, AreBoundedInBytes) {
  ScanContexts contexts(1, 0);
  ScanState large;
  large.sort_key_filter.pattern = std::string(limits::kMaxScanContextBytes / 2, 'p');
  const std::int64_t first = contexts.keep({}, large, TimePoint{});
  const std::int64_t second = contexts.keep({}, large, TimePoint{});
  const std::int64_t third = contexts.keep({}, large, TimePoint{});
  EXPECT_FALSE(contexts.take({}, first, TimePoint{}));
  EXPECT_TRUE(contexts.take({}, second, TimePoint{}));
  EXPECT_TRUE(contexts.take({}, third, TimePoint{}));
}

}  // namespace
}  // namespace bridle::internal::onebox
