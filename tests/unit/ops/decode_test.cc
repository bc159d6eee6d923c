#include <string>

#include "op_test.h"

namespace bridle::internal::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using wire::golden::encodedResult;

// A reply of that kind with a storage status and nothing else.
template <typename Response>
std::string replyOf(std::int32_t error) {
  Response response;
  response.error = error;
  return encodedResult(response);
}

std::string readReply(std::int32_t error, std::string_view value = "") {
  wire::read_response response;
  response.error = error;
  response.value = value;
  return encodedResult(response);
}

std::string ttlReply(std::int32_t error, std::int32_t seconds = 0) {
  wire::ttl_response response;
  response.error = error;
  response.ttl_seconds = seconds;
  return encodedResult(response);
}

TEST(Decode, GetGivesTheValueOrNothing) {
  GetOp::Result result;
  EXPECT_EQ(GetOp::decode(readReply(0, "v1"), result).verdict, Verdict::kOk);
  EXPECT_EQ(result, "v1");
  EXPECT_EQ(GetOp::decode(readReply(1), result).verdict, Verdict::kOk);
  EXPECT_EQ(result, std::nullopt);
  EXPECT_EQ(GetOp::decode(readReply(0, ""), result).verdict, Verdict::kOk);
  EXPECT_EQ(result, "");
  const std::string binary("\0\xff\0", 3);
  GetOp::decode(readReply(0, binary), result);
  EXPECT_EQ(result, binary);
}

TEST(Decode, TtlGivesTheSecondsForeverOrNothing) {
  TtlOp::Result result;
  EXPECT_EQ(TtlOp::decode(ttlReply(0, 100), result).verdict, Verdict::kOk);
  EXPECT_EQ(result, Ttl{100});
  EXPECT_TRUE(result->expires());
  TtlOp::decode(ttlReply(0, -1), result);
  EXPECT_FALSE(result->expires());
  EXPECT_EQ(TtlOp::decode(ttlReply(1, 5), result).verdict, Verdict::kOk);
  EXPECT_EQ(result, std::nullopt);
}

TEST(Decode, ExistIsTrueForWhateverHasATtlAnswer) {
  ExistOp::Result result = false;
  EXPECT_EQ(ExistOp::decode(ttlReply(0, -1), result).verdict, Verdict::kOk);
  EXPECT_TRUE(result);
  EXPECT_EQ(ExistOp::decode(ttlReply(1), result).verdict, Verdict::kOk);
  EXPECT_FALSE(result);
}

TEST(Decode, AMultiGetThatWasCutOffIsNotComplete) {
  wire::multi_get_response response;
  response.kvs.resize(2);
  response.kvs[0].key = "a";
  response.kvs[1].key = "b";
  response.kvs[1].value = "2";
  Entries result;
  EXPECT_EQ(MultiGetOp::decode(encodedResult(response), result).verdict, Verdict::kOk);
  EXPECT_THAT(result.entries, ElementsAre(Entry{"a", ""}, Entry{"b", "2"}));
  EXPECT_TRUE(result.complete);
  response.error = 7;
  response.kvs.clear();
  EXPECT_EQ(MultiGetRangeOp::decode(encodedResult(response), result).verdict, Verdict::kOk);
  EXPECT_TRUE(result.entries.empty());
  EXPECT_FALSE(result.complete);
}

// The quick way has to give what the generated code gives, and to leave to it all that it does not
// know: any byte may be missing or wrong.
TEST(Decode, ABatchGetIsReadBothWaysAlike) {
  wire::batch_get_response response;
  for (const char* const name : {"a", "", "a key of more than fifteen bytes"}) {
    wire::full_data& record = response.data.emplace_back();
    record.hash_key.bytes = record.sort_key.bytes = name;
    record.value.bytes = std::string(40, 'v');
  }
  response.error = 7;
  response.app_id = 2;
  response.server = "localhost:34801";
  const std::string good = encodedResult(response);
  std::vector<FoundRecord> records;
  std::int32_t status = 0;
  ASSERT_TRUE(readFoundRecords(good, records, status));
  EXPECT_EQ(status, 7);
  ASSERT_EQ(records.size(), 3U);
  EXPECT_EQ(records[2].sort_key, "a key of more than fifteen bytes");
  EXPECT_EQ(records[2].value, std::string(40, 'v'));

  for (std::size_t size = 0; size < good.size(); ++size) {
    EXPECT_FALSE(readFoundRecords(std::string_view(good).substr(0, size), records, status)) << size;
  }
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string other = good;
    other[at] = static_cast<char>(other[at] + 1);
    if (!readFoundRecords(other, records, status)) continue;
    const auto slow = wire::decodeResult<wire::batch_get_response>(other);
    ASSERT_TRUE(slow.ok()) << at;
    EXPECT_EQ(status, slow->error) << at;
    ASSERT_EQ(records.size(), slow->data.size()) << at;
    for (std::size_t i = 0; i < records.size(); ++i) {
      EXPECT_EQ(records[i].hash_key, slow->data[i].hash_key.bytes) << at;
      EXPECT_EQ(records[i].sort_key, slow->data[i].sort_key.bytes) << at;
      EXPECT_EQ(records[i].value, slow->data[i].value.bytes) << at;
    }
  }
}

TEST(Decode, ABatchGetGivesWhatWasFound) {
  wire::batch_get_response response;
  response.error = 7;
  response.data.resize(1);
  response.data[0].hash_key = "h";
  response.data[0].sort_key = "s";
  response.data[0].value = "v";
  FoundRecords result;
  EXPECT_EQ(BatchGetOp::decode(encodedResult(response), result).verdict, Verdict::kOk);
  EXPECT_FALSE(result.complete);
  ASSERT_EQ(result.records.size(), 1U);
  EXPECT_EQ(result.records[0].hash_key + result.records[0].sort_key + result.records[0].value,
            "hsv");
}

TEST(Decode, ACountThatTheServerGaveUpIsIncomplete) {
  wire::count_response response;
  response.count = 12;
  SortKeyCountOp::Result result = 0;
  EXPECT_EQ(SortKeyCountOp::decode(encodedResult(response), result).verdict, Verdict::kOk);
  EXPECT_EQ(result, 12);
  response.count = -1;
  const Taken taken = SortKeyCountOp::decode(encodedResult(response), result);
  EXPECT_EQ(taken.verdict, Verdict::kFinal);
  EXPECT_EQ(taken.code, ErrorCode::kIncomplete);
  EXPECT_THAT(taken.problem, HasSubstr("time limit"));
}

TEST(Decode, ARefusedIncrSaysWhatTheServerFound) {
  wire::incr_response response;
  response.error = 4;
  IncrOp::Result result = 0;
  const Taken text = IncrOp::decode(encodedResult(response), result);
  EXPECT_EQ(text.verdict, Verdict::kFinal);
  EXPECT_EQ(text.code, ErrorCode::kRefused);
  EXPECT_THAT(text.problem, HasSubstr("is no integer"));
  response.new_value = INT64_MAX;
  const Taken overflow = IncrOp::decode(encodedResult(response), result);
  EXPECT_EQ(overflow.code, ErrorCode::kRefused);
  EXPECT_THAT(overflow.problem, HasSubstr("the stored value is 9223372036854775807, and the sum"));
}

template <typename O, typename Response>
void expectChecks() {
  Response response;
  response.decree = 9;
  CheckResult result;
  EXPECT_EQ(O::decode(encodedResult(response), result).decree, 9);
  EXPECT_EQ(result, (CheckResult{.applied = true}));
  response.check_value_returned = true;
  O::decode(encodedResult(response), result);
  EXPECT_EQ(result, (CheckResult{.applied = true, .value_returned = true}));
  response.error = 13;
  response.check_value_exist = true;
  response.check_value = "v";
  const Taken unmet = O::decode(encodedResult(response), result);
  EXPECT_EQ(unmet.verdict, Verdict::kOk) << "a check that is not met is no error";
  EXPECT_EQ(unmet.decree, 9);
  EXPECT_EQ(result, (CheckResult{.value_returned = true, .value = "v"}));
  response.error = 4;
  const Taken no_integer = O::decode(encodedResult(response), result);
  EXPECT_EQ(no_integer.verdict, Verdict::kFinal);
  EXPECT_EQ(no_integer.code, ErrorCode::kRefused);
  EXPECT_THAT(no_integer.problem, HasSubstr("the value is \"v\""));
}

TEST(Decode, ACheckIsMetOrNotOrCannotBeMade) {
  expectChecks<CheckAndSetOp, wire::check_and_set_response>();
  expectChecks<CheckAndMutateOp, wire::check_and_mutate_response>();
  expectChecks<CompareExchangeOp, wire::check_and_set_response>();
}

TEST(Decode, AScanGoesOnUnlessItsContextSaysMinusOne) {
  const auto stateOf = [](std::int32_t error, std::int64_t context) {
    wire::scan_response response;
    response.error = error;
    response.context_id = context;
    ScanReply result;
    EXPECT_EQ(ScanOp::decode(encodedResult(response), result).verdict, Verdict::kOk);
    EXPECT_EQ(result.context_id, context);
    return result.state;
  };
  using State = ScanReply::State;
  EXPECT_EQ(stateOf(0, -1), State::kEnd);
  for (const std::int64_t context : {INT64_MIN, std::int64_t{-2}, INT64_MAX}) {
    EXPECT_EQ(stateOf(0, context), State::kMore) << context;
  }
  EXPECT_EQ(stateOf(0, 0), State::kIncomplete) << "no context";
  EXPECT_EQ(stateOf(1, 0), State::kLost);
  EXPECT_EQ(stateOf(7, 0), State::kIncomplete);
}

TEST(Decode, AScanMayOnlyCount) {
  wire::scan_response response;
  response.__set_kv_count(5);
  ScanReply result;
  GetScannerOp::decode(encodedResult(response), result);
  EXPECT_EQ(result.count, 5);
}

// What each storage status of a reply means, for reads and writes alike.
struct Row {
  std::int32_t status;
  Verdict verdict;
};

constexpr Row kStatuses[] = {
    {2, Verdict::kAmbiguous},                        // corruption: this replica is broken
    {3, Verdict::kFinal},     {4, Verdict::kFinal},  // not supported, invalid argument
    {5, Verdict::kAmbiguous},                        // input or output error
    {6, Verdict::kFinal},     {7, Verdict::kFinal},
    {8, Verdict::kAmbiguous},  // shutdown in progress
    {9, Verdict::kFinal},     {10, Verdict::kFinal},
    {11, Verdict::kBusy},     {12, Verdict::kFinal},
    {13, Verdict::kBusy},  // try again
    {99, Verdict::kFinal},    {-1, Verdict::kFinal},
};

// But for those that this operation has a use for.
template <typename O, typename Response>
void expectStatuses(std::initializer_list<std::int32_t> with_a_meaning = {}) {
  for (const auto& [status, verdict] : kStatuses) {
    typename O::Result result{};
    const Taken taken = O::decode(replyOf<Response>(status), result);
    if (std::find(with_a_meaning.begin(), with_a_meaning.end(), status) != with_a_meaning.end()) {
      EXPECT_TRUE(taken.verdict == Verdict::kOk || !taken.problem.empty()) << O::kSpec.name;
      continue;
    }
    EXPECT_EQ(verdictName(taken.verdict), verdictName(verdict)) << O::kSpec.name << status;
    EXPECT_EQ(taken.storage_status, status) << O::kSpec.name;
    EXPECT_EQ(taken.problem, "") << O::kSpec.name;
  }
}

TEST(Decode, EachStorageStatusHasItsMeaning) {
  expectStatuses<GetOp, wire::read_response>();
  expectStatuses<TtlOp, wire::ttl_response>();
  expectStatuses<ExistOp, wire::ttl_response>();
  expectStatuses<SetOp, wire::update_response>();
  expectStatuses<DelOp, wire::update_response>();
  expectStatuses<MultiSetOp, wire::update_response>();
  expectStatuses<MultiDelOp, wire::multi_remove_response>();
  expectStatuses<SortKeyCountOp, wire::count_response>();
  expectStatuses<MultiGetOp, wire::multi_get_response>({7});
  expectStatuses<MultiGetRangeOp, wire::multi_get_response>({7});
  expectStatuses<BatchGetOp, wire::batch_get_response>({7});
  expectStatuses<GetScannerOp, wire::scan_response>({7});
  expectStatuses<ScanOp, wire::scan_response>({7});
  expectStatuses<IncrOp, wire::incr_response>({4});
  expectStatuses<CheckAndSetOp, wire::check_and_set_response>({4, 13});
  expectStatuses<CheckAndMutateOp, wire::check_and_mutate_response>({4, 13});
  expectStatuses<CompareExchangeOp, wire::check_and_set_response>({4, 13});
}

template <typename O>
void expectGarbage(std::string_view bytes) {
  typename O::Result result{};
  const Taken taken = O::decode(bytes, result);
  EXPECT_EQ(taken.verdict, Verdict::kAmbiguous) << O::kSpec.name << " " << bytes.size();
  EXPECT_EQ(taken.storage_status, 0);
  EXPECT_EQ(taken.code, ErrorCode::kBadReply);
  EXPECT_EQ(taken.problem, "the body of the reply cannot be decoded");
}

template <typename... O>
void expectGarbageOfAll(std::string_view bytes) {
  (expectGarbage<O>(bytes), ...);
}

TEST(Decode, GarbageIsAmbiguous) {
  for (const std::string_view bytes :
       {std::string_view(), std::string_view("garbage"), std::string_view("\xff\xff\xff\xff", 4),
        std::string_view("\0", 1)}) {
    expectGarbageOfAll<GetOp, TtlOp, ExistOp, SetOp, DelOp, IncrOp, CompareExchangeOp, MultiGetOp,
                       MultiGetRangeOp, SortKeyCountOp, MultiSetOp, MultiDelOp, CheckAndSetOp,
                       CheckAndMutateOp, BatchGetOp, GetScannerOp, ScanOp>(bytes);
  }
}

template <typename O>
void expectGarbageOfEachCut(std::string_view body) {
  for (std::size_t size = 0; size < body.size(); ++size) expectGarbage<O>(body.substr(0, size));
}

TEST(Decode, ABodyCutAnywhereIsAmbiguous) {
  expectGarbageOfEachCut<GetOp>(readReply(0, "some value"));
  expectGarbageOfEachCut<SetOp>(replyOf<wire::update_response>(0));
  expectGarbageOfEachCut<MultiGetOp>(wire::decodeReply(wire::vector("V14"))->result);
  expectGarbageOfEachCut<CheckAndSetOp>(wire::decodeReply(wire::vector("V21"))->result);
  expectGarbageOfEachCut<ScanOp>(wire::decodeReply(wire::vector("V26"))->result);
}

}  // namespace
}  // namespace bridle::internal::test
