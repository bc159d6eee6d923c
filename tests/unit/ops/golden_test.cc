// The byte vectors of the protocol: each request gives their bytes, each reply what they say.

#include <array>
#include <vector>

#include "op_test.h"

namespace bridle::internal::test {
namespace {

using testing::ElementsAre;

constexpr Key kKey{"hello", "world"};
constexpr int kFarTs = 345'600'000;
constexpr std::int64_t kContext = 0x0001234500000007;

// The result of an operation with a good reply.
template <typename O>
typename O::Result resultOf(const std::string& name, std::int64_t decree = -1) {
  typename O::Result result{};
  const Taken taken = O::decode(wire::decodeReply(wire::vector(name))->result, result);
  EXPECT_EQ(taken.verdict, Verdict::kOk) << name << ": " << taken.problem;
  EXPECT_EQ(taken.decree, decree) << name;
  return result;
}

TEST(GoldenOps, OneRecord) {
  EXPECT_EQ(encoded(GetRequest{{kKey}}), argsOf("V1"));
  EXPECT_EQ(encoded(SetRequest{kKey, "v1"}), argsOf("V7"));
  EXPECT_EQ(encoded(DelRequest{{kKey}}), argsOf("V9"));
  EXPECT_EQ(encoded(TtlRequest{{kKey}}), argsOf("V10"));
  EXPECT_EQ(encoded(ExistRequest{{kKey}}), argsOf("V10"));
  EXPECT_EQ(encoded(IncrRequest{kKey, -5}), argsOf("V18"));
  EXPECT_EQ(resultOf<GetOp>("V3"), "v1");
  EXPECT_EQ(resultOf<GetOp>("V4"), std::nullopt);
  resultOf<SetOp>("V8", 17);
  EXPECT_EQ(resultOf<TtlOp>("V11"), Ttl{100});
  EXPECT_EQ(resultOf<IncrOp>("V19", 19), 37);
}

TEST(GoldenOps, A65_TheReplyToADeleteIsThatOfAnUpdate) {
  wire::update_response response;
  response.decree = 21;
  DelOp::Result result;
  const Taken taken = DelOp::decode(wire::golden::encodedResult(response), result);
  EXPECT_EQ(taken.verdict, Verdict::kOk);
  EXPECT_EQ(taken.decree, 21);
}

TEST(GoldenOps, MultiGet) {
  const SortKeyRange range{.start = "a", .filter = Filter::prefix("wo")};
  EXPECT_EQ(encoded(MultiGetRangeRequest{"hello", range}), argsOf("V12"));
  const std::vector<std::string_view> sort_keys{"world", "x"};
  const MultiGetOptions unlimited{.max_count = 0, .max_bytes = 0};
  EXPECT_EQ(encoded(MultiGetRequest{"hello", sort_keys, unlimited}), argsOf("V13"));
  const Entries partial = resultOf<MultiGetOp>("V14");
  EXPECT_THAT(partial.entries, ElementsAre(Entry{"world", "v1"}));
  EXPECT_FALSE(partial.complete);
  EXPECT_EQ(resultOf<MultiGetRangeOp>("V14"), partial);
}

TEST(GoldenOps, MultiSetAndMultiDel) {
  const std::vector<EntryView> entries{{"a", "1"}, {"b", "2"}};
  EXPECT_EQ(encoded(MultiSetRequest{"hello", entries, {kFarTs}}), argsOf("V15"));
  const std::vector<std::string_view> sort_keys{"a", "b"};
  EXPECT_EQ(encoded(MultiDelRequest{"hello", sort_keys}), argsOf("V16"));
  EXPECT_EQ(resultOf<MultiDelOp>("V17", 18), 2);
}

TEST(GoldenOps, ConditionalWrites) {
  const Check is_v1{"world", CheckType::kBytesEqual, "v1"};
  EXPECT_EQ(encoded(CheckAndSetRequest{"hello", is_v1, {.value = "v2"}, {.return_value = true}}),
            argsOf("V20"));
  EXPECT_EQ(encoded(CompareExchangeRequest{kKey, "v1", "v2"}), argsOf("V20"));
  const CheckResult refused{.applied = false, .value_returned = true, .value = "zz"};
  EXPECT_EQ(resultOf<CheckAndSetOp>("V21", 20), refused);
  EXPECT_EQ(resultOf<CompareExchangeOp>("V21", 20), refused);
  const std::vector<Mutation> mutations{Mutation::set("a", "1"), Mutation::del("b")};
  EXPECT_EQ(encoded(CheckAndMutateRequest{"hello", {"world", CheckType::kNotExist}, mutations}),
            argsOf("V22"));
}

TEST(GoldenOps, SortKeyCountAndBatchGet) {
  EXPECT_EQ(encoded(SortKeyCountRequest{"hello"}), argsOf("V23"));
  const std::array<Key, 2> keys{{{"hello", "world"}, {"hello", "x"}}};
  EXPECT_EQ(encoded(BatchGetRequest{keys}), argsOf("V24"));
}

TEST(GoldenOps, Scan) {
  const GetScannerRequest open{.start = std::string_view("\0\0", 2),
                               .stop = "\xff\xff",
                               .batch_size = 100,
                               .full_scan = true};
  EXPECT_EQ(encoded(open), argsOf("V25"));
  const ScanReply first = resultOf<GetScannerOp>("V26");
  EXPECT_EQ(first.state, ScanReply::State::kMore);
  EXPECT_EQ(first.context_id, kContext);
  ASSERT_EQ(first.records.size(), 1U);
  EXPECT_EQ(first.records[0].raw_key, wire::rawKey("hello", "world"));
  EXPECT_EQ(first.records[0].value, "v1");
  EXPECT_EQ(first.records[0].expire_ts, static_cast<std::uint32_t>(kFarTs));
  EXPECT_EQ(first.count, std::nullopt);
  EXPECT_EQ(encoded(ScanRequest{.context_id = kContext}), argsOf("V27"));
  const ScanReply last = resultOf<ScanOp>("V28");
  EXPECT_EQ(last.state, ScanReply::State::kEnd);
  EXPECT_TRUE(last.records.empty());
  EXPECT_EQ(clearScannerArgs(kContext), argsOf("V29"));
}

// Error texts quote the hash key from the bytes of the request.
TEST(GoldenOps, TheHashKeyLiesWhereItIsSaidToLie) {
  const std::vector<std::string_view> sort_keys{"a"};
  const std::vector<EntryView> entries{{"a", "1"}};
  const std::vector<Mutation> mutations{Mutation::del("b")};
  const std::array<Key, 1> keys{kKey};
  EXPECT_EQ(hashKeyIn(GetRequest{{kKey}}), "hello");
  EXPECT_EQ(hashKeyIn(ExistRequest{{kKey}}), "hello");
  EXPECT_EQ(hashKeyIn(TtlRequest{{kKey}}), "hello");
  EXPECT_EQ(hashKeyIn(DelRequest{{kKey}}), "hello");
  EXPECT_EQ(hashKeyIn(SetRequest{kKey, "v"}), "hello");
  EXPECT_EQ(hashKeyIn(IncrRequest{kKey, 1}), "hello");
  EXPECT_EQ(hashKeyIn(CompareExchangeRequest{kKey, "a", "b"}), "hello");
  EXPECT_EQ(hashKeyIn(MultiGetRequest{"hello", sort_keys}), "hello");
  EXPECT_EQ(hashKeyIn(MultiGetRangeRequest{"hello"}), "hello");
  EXPECT_EQ(hashKeyIn(SortKeyCountRequest{"hello"}), "hello");
  EXPECT_EQ(hashKeyIn(MultiSetRequest{"hello", entries}), "hello");
  EXPECT_EQ(hashKeyIn(MultiDelRequest{"hello", sort_keys}), "hello");
  EXPECT_EQ(hashKeyIn(CheckAndSetRequest{"hello", {}, {}}), "hello");
  EXPECT_EQ(hashKeyIn(CheckAndMutateRequest{"hello", {}, mutations}), "hello");
  EXPECT_EQ(hashKeyIn(BatchGetRequest{keys}), "hello");
  EXPECT_EQ(hashKeyIn(ScanRequest{}), "");
}

TEST(GoldenOps, ThePartitionIsThatOfTheHashKey) {
  const std::uint64_t hash = wire::keyHash("hello", "");
  const std::array<Key, 1> keys{kKey};
  EXPECT_EQ(GetOp::hash({{kKey}}), hash);
  EXPECT_EQ(GetOp::hash({{{"", "hello"}}}), hash);
  EXPECT_EQ(IncrOp::hash({kKey, 1}), hash);
  EXPECT_EQ(CompareExchangeOp::hash({kKey, "a", "b"}), hash);
  EXPECT_EQ(MultiGetRangeOp::hash({"hello"}), hash);
  EXPECT_EQ(SortKeyCountOp::hash({"hello"}), hash);
  EXPECT_EQ(CheckAndSetOp::hash({"hello", {}, {}}), hash);
  EXPECT_EQ(BatchGetOp::hash({keys}), hash);
  EXPECT_EQ(GetScannerOp::hash({.hash = 3}), 3U);
  EXPECT_EQ(ScanOp::hash({.hash = 3}), 3U);
}

}  // namespace
}  // namespace bridle::internal::test
