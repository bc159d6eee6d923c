// Scans of servers that do as they are told.
#include "client/scan/scan_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "support/status_matchers.h"
#include "unit/client/scripted_client.h"
#include "wire/key_codec.h"
#include "wire/rpc_names.h"

namespace bridle::internal {
namespace {

using test::encoded;
using test::IsOk;
using test::ScriptedClientTest;
using testing::ElementsAre;
using testing::IsEmpty;
namespace rpc_names = wire::rpc_names;
using namespace std::chrono_literals;

class ScanReaderTest : public ScriptedClientTest {
 protected:
  void scanTable(int width) {
    reader = std::make_shared<ScanReader>(
        table, 0, planOfTable({}),
        ScanPosition{.app_id = 2, .segments = {{.partition = 0, .width = width}}}, ScanOptions());
  }
  void scanHashKey(const SortKeyRange& range = {}, const ScanOptions& options = {}) {
    ScanPosition position{.app_id = 2};
    position.segments.emplace_back();
    reader = std::make_shared<ScanReader>(table, 0, *planOfHashKey("user", range, options),
                                          std::move(position), options);
  }

  absl::Status fetch(ScanReader::Mode mode = ScanReader::Mode::kRows) {
    std::optional<absl::Status> result;
    reader->fetch(mode, reader->pageDeadline(),
                  [&result](const absl::Status& status) { result = status; });
    EXPECT_TRUE(reactor.runUntil([&result] { return result.has_value(); }, 1min));
    return *result;
  }

  std::vector<std::string> fetchKeys() {
    EXPECT_THAT(fetch(), IsOk());
    std::vector<std::string> keys;
    for (const Row& row : reader->page().takeRows()) keys.push_back(row.sort_key);
    return keys;
  }

  static wire::scan_response page(std::int64_t context, const std::vector<std::string>& sort_keys,
                                  std::int32_t error = 0) {
    wire::scan_response response;
    response.error = error;
    response.context_id = context;
    for (const std::string& sort_key : sort_keys) {
      response.kvs.emplace_back().key.bytes = wire::rawKey("user", sort_key);
    }
    return response;
  }
  // The answers to the next requests, one after the other; the last one is repeated.
  void answers(std::vector<wire::scan_response> responses) {
    replica.script = [this, responses, next = std::size_t{0}](const Request& request) mutable {
      if (request.rpc == rpc_names::kClearScanner) return;
      replica.reply(request, encoded(responses[std::min(next++, responses.size() - 1)]));
    };
  }
  const Request& sent(std::size_t index) { return replica.requests.at(index); }
  wire::get_scanner_request opening(std::size_t index) {
    EXPECT_EQ(sent(index).rpc, rpc_names::kGetScanner);
    return *wire::decodeArgs<wire::get_scanner_request>(sent(index).args);
  }

  std::shared_ptr<ScanReader> reader;
};

TEST_F(ScanReaderTest, ASegmentIsAskedForAsServersWantIt) {
  answers({page(-1, {"a"})});
  scanTable(1);
  EXPECT_THAT(fetchKeys(), ElementsAre("a"));
  const wire::get_scanner_request whole = opening(0);
  EXPECT_EQ(whole.start_key.bytes, std::string(2, '\0'));
  EXPECT_EQ(whole.stop_key.bytes, "\xff\xff");
  EXPECT_TRUE(whole.validate_partition_hash);
  EXPECT_TRUE(whole.full_scan);
  EXPECT_EQ(sent(0).header.partition_hash, 0U);

  scanHashKey();
  EXPECT_THAT(fetchKeys(), ElementsAre("a"));
  const wire::get_scanner_request one = opening(1);
  EXPECT_EQ(one.start_key.bytes, wire::rawKey("user", ""));
  EXPECT_EQ(one.stop_key.bytes, wire::nextKey(wire::rawKey("user", "")));
  EXPECT_FALSE(one.validate_partition_hash);
  EXPECT_FALSE(one.full_scan);
  EXPECT_EQ(one.hash_key_filter_type, wire::filter_type::FT_NO_FILTER);
  EXPECT_EQ(sent(1).header.partition_hash, wire::keyHash("user", {}));
}

TEST_F(ScanReaderTest, AfterTheLastKeyOfTheRangeNothingIsAsked) {
  answers({page(7, {"a", "b"}), page(0, {}, 1), page(0, {})});  // an empty range: no context
  scanHashKey({.stop = "b", .stop_inclusive = true});
  EXPECT_THAT(fetchKeys(), ElementsAre("a", "b"));
  EXPECT_THAT(fetchKeys(), IsEmpty());
  EXPECT_TRUE(reader->finished());
  EXPECT_EQ(replica.requests.size(), 2U);
}

TEST_F(ScanReaderTest, OneSortKeyThatWasReadIsTheEnd) {
  answers({page(7, {"a"}), page(0, {}, 1), page(0, {})});
  scanHashKey({.filter = Filter::exact("a")});
  EXPECT_THAT(fetchKeys(), ElementsAre("a"));
  EXPECT_THAT(fetchKeys(), IsEmpty());
  EXPECT_EQ(replica.requests.size(), 2U);
}

TEST_F(ScanReaderTest, AServerThatMakesNoContextIsAskedAFewTimes) {
  answers({page(0, {"a"}), page(0, {})});
  scanHashKey();
  EXPECT_THAT(fetchKeys(), ElementsAre("a"));
  EXPECT_EQ(errorInfo(fetch())->code, ErrorCode::kIncomplete);
  EXPECT_EQ(replica.requests.size(), 4U);
  EXPECT_EQ(opening(3).start_key.bytes, wire::rawKey("user", "a"));
}

TEST_F(ScanReaderTest, ContextsThatAreForgottenAtOnceAreAnErrorAfterAFewTries) {
  answers({page(7, {}), page(0, {}, 1), page(8, {}), page(0, {}, 1), page(9, {}), page(0, {}, 1),
           page(-1, {"a"})});
  scanHashKey();
  EXPECT_EQ(errorInfo(fetch())->code, ErrorCode::kIncomplete);
  EXPECT_EQ(replica.requests.size(), 6U);
  EXPECT_THAT(fetchKeys(), ElementsAre("a"));
}

TEST_F(ScanReaderTest, RowsAfterACountOfSomeHaveTheirValues) {
  answers({page(7, {"a"}), page(-1, {"b"})});
  scanHashKey();
  ASSERT_THAT(fetch(ScanReader::Mode::kCount), IsOk());  // the server cannot count
  reader->page().countRows();
  EXPECT_THAT(fetchKeys(), ElementsAre("b"));
  EXPECT_EQ(replica.requests.at(replica.requests.size() - 2).rpc, rpc_names::kClearScanner);
  EXPECT_FALSE(opening(replica.requests.size() - 1).no_value);
}

TEST_F(ScanReaderTest, TheInfoIsOfAllRequestsOfACall) {
  CallInfo info;
  answers({page(7, {}), page(8, {}), page(-1, {"a"})});
  scanHashKey({}, {.info = &info});
  reader->beginInfo();
  fetchKeys();
  reader->tellInfo();
  EXPECT_EQ(info.tries, 3);
  EXPECT_EQ(info.app_id, 2);
  reader->beginInfo();
  EXPECT_EQ(info, CallInfo());
}

TEST_F(ScanReaderTest, ALostContextIsOpenedAgainAfterTheLastRowAlsoBehindEmptyPages) {
  answers({page(7, {"a", "b"}), page(8, {}), page(9, {}), page(0, {}, 1), page(-1, {"c"})});
  scanHashKey();
  EXPECT_THAT(fetchKeys(), ElementsAre("a", "b"));
  EXPECT_THAT(fetchKeys(), ElementsAre("c"));
  const wire::get_scanner_request again = opening(4);
  EXPECT_EQ(again.start_key.bytes, wire::rawKey("user", "b"));
  EXPECT_FALSE(again.start_inclusive);
  EXPECT_THAT(fetchKeys(), IsEmpty());
  EXPECT_TRUE(reader->finished());
}

TEST_F(ScanReaderTest, AnyNumberButMinusOneIsAContext) {
  answers({page(-9193811271605026816, {"a"}), page(1, {"b"}), page(-2, {"c"}), page(-1, {"d"})});
  scanHashKey();
  for (const char* sort_key : {"a", "b", "c", "d"}) {
    EXPECT_THAT(fetchKeys(), ElementsAre(sort_key));
  }
  for (std::size_t i = 1; i < 4; ++i) EXPECT_EQ(sent(i).rpc, rpc_names::kScan);
  EXPECT_EQ(wire::decodeArgs<wire::scan_request>(sent(2).args)->context_id, 1);
}

TEST_F(ScanReaderTest, AContextIsUsedOnce) {
  answers({page(7, {"a"}), page(8, {"b"}), page(9, {"c"})});
  scanHashKey();
  fetchKeys();
  fetchKeys();
  fetchKeys();
  EXPECT_EQ(wire::decodeArgs<wire::scan_request>(sent(1).args)->context_id, 7);
  EXPECT_EQ(wire::decodeArgs<wire::scan_request>(sent(2).args)->context_id, 8);
}

TEST_F(ScanReaderTest, A48_ATimeLimitBeforeAnyRowIsTriedThreeTimes) {
  answers({page(7, {"a"}), page(0, {}, 7), page(0, {}, 7), page(0, {}, 7), page(-1, {"b"})});
  scanHashKey();
  fetchKeys();
  const absl::Status status = fetch();
  EXPECT_EQ(errorInfo(status)->code, ErrorCode::kIncomplete);
  EXPECT_EQ(opening(3).start_key.bytes, wire::rawKey("user", "a"));
  EXPECT_THAT(fetchKeys(), ElementsAre("b")) << "the next call tries again";
}

TEST_F(ScanReaderTest, ServersThatCannotCountSendTheRows) {
  answers({page(7, {"a", "b"}), page(-1, {"c"})});
  scanHashKey();
  std::int64_t count = 0;
  while (!reader->finished()) {
    ASSERT_THAT(fetch(ScanReader::Mode::kCount), IsOk());
    count += reader->page().countRows() + reader->takeCount();
  }
  EXPECT_EQ(count, 3);
  EXPECT_TRUE(opening(0).only_return_count);
  EXPECT_EQ(sent(1).rpc, rpc_names::kScan) << "the context is good for rows";
}

TEST_F(ScanReaderTest, A40_AnAnswerOfThePartitionBeforeTheSplitIsNotTaken) {
  answers({page(-1, {"a"}), page(-1, {"wrong"})});
  scanTable(1);
  EXPECT_THAT(fetchKeys(), ElementsAre("a"));
  partitions_looked_at = 2;  // now there is a child, but the routes do not know it yet
  std::optional<absl::Status> result;
  reader->fetch(ScanReader::Mode::kRows, reader->pageDeadline(),
                [&result](const absl::Status& status) { result = status; });
  reactor.runFor(100ms);
  EXPECT_FALSE(result.has_value());
  EXPECT_GT(replica.requests.size(), 1U);
  EXPECT_EQ(replica.requests.back().header.partition_index, 0);
  answers({page(-1, {"right"})});
  partitions_told = 2;
  EXPECT_TRUE(reactor.runUntil([&result] { return result.has_value(); }, 10s));
  ASSERT_THAT(*result, IsOk());
  EXPECT_EQ(reader->page().takeRow()->sort_key, "right");
  EXPECT_EQ(replica.requests.back().header.partition_index, 1);
}

TEST_F(ScanReaderTest, AnEndIsNotBelievedWithoutTheMetaServers) {
  answers({page(-1, {"a"})});
  scanTable(1);
  EXPECT_THAT(fetchKeys(), ElementsAre("a"));
  meta.stop();
  EXPECT_EQ(errorInfo(fetch())->code, ErrorCode::kMetaUnavailable);
  EXPECT_FALSE(reader->finished());
  meta.start();
  EXPECT_THAT(fetch(), IsOk());
  EXPECT_TRUE(reader->finished());
}

TEST_F(ScanReaderTest, TheFirstPageFitsAFrameAlsoIfTheRecordsAreAsLargeAsTheyCanBe) {
  replica.script = [this](const Request& request) {
    if (request.rpc != rpc_names::kGetScanner) return;
    wire::scan_response records;
    records.context_id = 7;
    const int rows = wire::decodeArgs<wire::get_scanner_request>(request.args)->batch_size;
    for (int row = 0; row < rows; ++row) {
      wire::key_value& record = records.kvs.emplace_back();
      record.key.bytes = wire::rawKey("user", text(1000 + row));
      record.value.bytes.assign(limits::kMaxWriteBytes, 'v');
    }
    replica.reply(request, encoded(records));
  };
  scanHashKey();
  EXPECT_THAT(fetch(), IsOk());
  EXPECT_EQ(replica.requests.size(), 1U);
}

TEST_F(ScanReaderTest, AKeyThatIsNoneIsABadReply) {
  wire::scan_response bad;
  bad.context_id = -1;
  bad.kvs.emplace_back().key.bytes = std::string("\x00\x09user", 6);
  answers({bad});
  scanHashKey();
  EXPECT_EQ(errorInfo(fetch())->code, ErrorCode::kBadReply);
}

}  // namespace
}  // namespace bridle::internal
