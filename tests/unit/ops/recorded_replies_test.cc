// Exchanges recorded with a real server: our operations read from the replies what an independent
// decoder saw.

#include <algorithm>
#include <initializer_list>
#include <map>
#include <optional>
#include <vector>

#include "op_test.h"
#include "recorded.h"
#include "wire/rpc_names.h"

namespace bridle::internal::test {
namespace {

std::string textOf(const json& hex) {
  return wire::fromHex(hex.get<std::string>());
}

// The results of our operation; nullopt unless the server's status is one of `answers`, which are
// those that are no error.
template <typename O>
std::optional<typename O::Result> resultOf(std::string_view bytes, const json& fields,
                                           std::initializer_list<wire::StorageStatus> answers) {
  typename O::Result result{};
  const Taken taken = O::decode(bytes, result);
  const int error = fields.at("error").get<int>();
  if (std::ranges::find(answers, static_cast<wire::StorageStatus>(error)) == answers.end()) {
    EXPECT_EQ(taken.verdict, Verdict::kFinal);
    EXPECT_EQ(taken.storage_status, error);
    return std::nullopt;
  }
  EXPECT_EQ(taken.verdict, Verdict::kOk);
  EXPECT_EQ(taken.decree, fields.value("decree", -1));
  return result;
}

constexpr auto kOk = wire::StorageStatus::kOk;
constexpr auto kNotFound = wire::StorageStatus::kNotFound;
constexpr auto kIncomplete = wire::StorageStatus::kIncomplete;
constexpr auto kTryAgain = wire::StorageStatus::kTryAgain;  // of a check: it did not hold

void expectValue(std::string_view bytes, const json& fields) {
  const auto value = resultOf<GetOp>(bytes, fields, {kOk, kNotFound});
  ASSERT_TRUE(value.has_value());
  ASSERT_EQ(value->has_value(), fields.at("error") == 0);
  EXPECT_EQ(value->value_or(""), textOf(fields.at("value")));
}

void expectTtl(std::string_view bytes, const json& fields) {
  const auto ttl = resultOf<TtlOp>(bytes, fields, {kOk, kNotFound});
  ASSERT_TRUE(ttl.has_value());
  ASSERT_EQ(ttl->has_value(), fields.at("error") == 0);
  EXPECT_EQ(resultOf<ExistOp>(bytes, fields, {kOk, kNotFound}), ttl->has_value());
  if (ttl->has_value()) {
    EXPECT_EQ((*ttl)->seconds, fields.at("ttl_seconds").get<int>());
  }
}

template <typename O>
void expectUpdate(std::string_view bytes, const json& fields) {
  EXPECT_EQ(resultOf<O>(bytes, fields, {kOk}).has_value(), fields.at("error") == 0);
}

template <typename O>
void expectNumber(std::string_view bytes, const json& fields, const char* name) {
  if (const auto number = resultOf<O>(bytes, fields, {kOk})) {
    EXPECT_EQ(*number, fields.at(name).get<std::int64_t>());
  }
}

void expectSum(std::string_view bytes, const json& fields) {
  expectNumber<IncrOp>(bytes, fields, "new_value");
}

void expectRemoved(std::string_view bytes, const json& fields) {
  expectNumber<MultiDelOp>(bytes, fields, "count");
}

void expectCount(std::string_view bytes, const json& fields) {
  if (fields.at("count") != -1) return expectNumber<SortKeyCountOp>(bytes, fields, "count");
  SortKeyCountOp::Result result{};
  EXPECT_EQ(SortKeyCountOp::decode(bytes, result).code, ErrorCode::kIncomplete);
}

template <typename O>
void expectCheck(std::string_view bytes, const json& fields) {
  const auto result = resultOf<O>(bytes, fields, {kOk, kTryAgain});
  if (!result.has_value()) return;
  CheckResult expected{.applied = fields.at("error") == 0,
                       .value_returned = fields.at("check_value_returned")};
  if (fields.at("check_value_exist")) expected.value = textOf(fields.at("check_value"));
  EXPECT_EQ(*result, expected);
}

void expectEntries(std::string_view bytes, const json& fields) {
  const auto result = resultOf<MultiGetOp>(bytes, fields, {kOk, kIncomplete});
  if (!result.has_value()) return;
  EXPECT_EQ(result->complete, fields.at("error") == 0);
  std::vector<Entry> expected;
  for (const json& kv : fields.at("kvs")) {
    expected.push_back({textOf(kv.at("key")), textOf(kv.at("value"))});
  }
  EXPECT_EQ(result->entries, expected);
}

void expectFound(std::string_view bytes, const json& fields) {
  const auto result = resultOf<BatchGetOp>(bytes, fields, {kOk, kIncomplete});
  if (!result.has_value()) return;
  EXPECT_EQ(result->complete, fields.at("error") == 0);
  const json& data = fields.at("data");
  ASSERT_EQ(result->records.size(), data.size());
  for (std::size_t i = 0; i < data.size(); ++i) {
    const FoundRecord& record = result->records[i];
    EXPECT_EQ(record.hash_key, textOf(data[i].at("hash_key")));
    EXPECT_EQ(record.sort_key, textOf(data[i].at("sort_key")));
    EXPECT_EQ(record.value, textOf(data[i].at("value")));
  }
}

ScanReply::State scanStateOf(const json& fields) {
  constexpr int kFinished = -1;
  constexpr int kNoContext = 0;  // of an empty range, which no scan of ours has
  const auto status = static_cast<wire::StorageStatus>(fields.at("error").get<int>());
  if (status == kNotFound) return ScanReply::State::kLost;
  if (status == kIncomplete) return ScanReply::State::kIncomplete;
  if (fields.at("context_id") == kNoContext) return ScanReply::State::kIncomplete;
  return fields.at("context_id") == kFinished ? ScanReply::State::kEnd : ScanReply::State::kMore;
}

template <typename O>
void expectPage(std::string_view bytes, const json& fields) {
  const auto page = resultOf<O>(bytes, fields, {kOk, kNotFound, kIncomplete});
  if (!page.has_value()) return;
  EXPECT_EQ(page->state, scanStateOf(fields));
  EXPECT_EQ(page->context_id, fields.at("context_id").get<std::int64_t>());
  ASSERT_EQ(page->count.has_value(), fields.contains("kv_count"));
  EXPECT_EQ(page->count.value_or(0), fields.value("kv_count", 0));
  const json& kvs = fields.at("kvs");
  ASSERT_EQ(page->records.size(), kvs.size());
  for (std::size_t i = 0; i < kvs.size(); ++i) {
    const ScannedRecord& record = page->records[i];
    EXPECT_EQ(record.raw_key, textOf(kvs[i].at("key")));
    EXPECT_EQ(record.value, textOf(kvs[i].at("value")));
    EXPECT_EQ(record.expire_ts, kvs[i].value("expire_ts_seconds", 0U));
  }
}

using Expect = void (*)(std::string_view bytes, const json& fields);

const std::map<std::string_view, Expect>& expects() {
  namespace names = wire::rpc_names;
  static const std::map<std::string_view, Expect> all{
      {names::kGet, expectValue},
      {names::kTtl, expectTtl},
      {names::kPut, expectUpdate<SetOp>},
      {names::kRemove, expectUpdate<DelOp>},
      {names::kIncr, expectSum},
      {names::kMultiGet, expectEntries},
      {names::kSortkeyCount, expectCount},
      {names::kMultiPut, expectUpdate<MultiSetOp>},
      {names::kMultiRemove, expectRemoved},
      {names::kCheckAndSet, expectCheck<CheckAndSetOp>},
      {names::kCheckAndMutate, expectCheck<CheckAndMutateOp>},
      {names::kBatchGet, expectFound},
      {names::kGetScanner, expectPage<GetScannerOp>},
      {names::kScan, expectPage<ScanOp>},
  };
  return all;
}

TEST(RecordedOps, RepliesSayWhatTheServerSaid) {
  std::map<std::string_view, int> seen;
  forEachExchange([&](const json& exchange) {
    if (exchange.at("fields").is_null() || exchange.at("fields").at("result").is_null()) return;
    const std::string frame = wire::fromHex(exchange.at("response_hex").get<std::string>());
    const auto reply = wire::decodeReply(frame);
    ASSERT_THAT(reply, IsOk());
    const auto found = expects().find(reply->ack.substr(0, reply->ack.find("_ACK")));
    if (found == expects().end() || reply->error != wire::ServerError::kOk) return;
    SCOPED_TRACE(exchange.at("name").get<std::string>());
    found->second(reply->result, exchange.at("fields").at("result"));
    ++seen[found->first];
  });
  EXPECT_EQ(seen.size(), expects().size());
  int replies = 0;
  for (const auto& [name, count] : seen) replies += count;
  EXPECT_EQ(replies, 390);
}

}  // namespace
}  // namespace bridle::internal::test
