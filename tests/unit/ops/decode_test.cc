#include <gtest/gtest.h>

#include <string>

#include "ops/get.h"
#include "ops/set.h"
#include "ops/ttl.h"
#include "unit/wire/golden.h"

namespace bridle::internal {
namespace {

using wire::golden::encodedResult;

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

std::string updateReply(std::int32_t error) {
  wire::update_response response;
  response.error = error;
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

TEST(Decode, GetReadsTheGoldenReplies) {
  GetOp::Result result;
  GetOp::decode(wire::decodeReply(wire::vector("V3"))->result, result);
  EXPECT_EQ(result, "v1");
  GetOp::decode(wire::decodeReply(wire::vector("V4"))->result, result);
  EXPECT_EQ(result, std::nullopt);
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
  TtlOp::decode(wire::decodeReply(wire::vector("V11"))->result, result);
  EXPECT_EQ(result, Ttl{100});
}

TEST(Decode, ExistIsTrueForWhateverHasATtlAnswer) {
  ExistOp::Result result = false;
  EXPECT_EQ(ExistOp::decode(ttlReply(0, -1), result).verdict, Verdict::kOk);
  EXPECT_TRUE(result);
  EXPECT_EQ(ExistOp::decode(ttlReply(1), result).verdict, Verdict::kOk);
  EXPECT_FALSE(result);
}

TEST(Decode, WritesGiveNothing) {
  SetOp::Result result;
  EXPECT_EQ(SetOp::decode(updateReply(0), result).verdict, Verdict::kOk);
  EXPECT_EQ(DelOp::decode(updateReply(0), result).verdict, Verdict::kOk);
  EXPECT_EQ(SetOp::decode(wire::decodeReply(wire::vector("V8"))->result, result).verdict,
            Verdict::kOk);
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

template <typename Op>
void expectStatuses(std::string (*reply)(std::int32_t)) {
  for (const auto& [status, verdict] : kStatuses) {
    typename Op::Result result{};
    const Taken taken = Op::decode(reply(status), result);
    EXPECT_EQ(verdictName(taken.verdict), verdictName(verdict)) << Op::kSpec.name << status;
    EXPECT_EQ(taken.storage_status, status) << Op::kSpec.name;
  }
}

TEST(Decode, EachStorageStatusHasItsMeaning) {
  expectStatuses<GetOp>([](std::int32_t status) { return readReply(status); });
  expectStatuses<TtlOp>([](std::int32_t status) { return ttlReply(status); });
  expectStatuses<ExistOp>([](std::int32_t status) { return ttlReply(status); });
  expectStatuses<SetOp>(updateReply);
  expectStatuses<DelOp>(updateReply);
}

template <typename Op>
void expectGarbage(std::string_view bytes) {
  typename Op::Result result{};
  const Taken taken = Op::decode(bytes, result);
  EXPECT_EQ(taken.verdict, Verdict::kAmbiguous) << Op::kSpec.name << " " << bytes.size();
  EXPECT_EQ(taken.storage_status, 0);
  EXPECT_EQ(taken.problem, "the body of the reply cannot be decoded");
}

TEST(Decode, GarbageIsAmbiguous) {
  for (const std::string_view bytes :
       {std::string_view(), std::string_view("garbage"), std::string_view("\xff\xff\xff\xff", 4),
        std::string_view("\0", 1)}) {
    expectGarbage<GetOp>(bytes);
    expectGarbage<TtlOp>(bytes);
    expectGarbage<ExistOp>(bytes);
    expectGarbage<SetOp>(bytes);
    expectGarbage<DelOp>(bytes);
  }
}

TEST(Decode, ABodyCutAnywhereIsAmbiguous) {
  const std::string read = readReply(0, "some value");
  for (std::size_t size = 0; size < read.size(); ++size) {
    expectGarbage<GetOp>(std::string_view(read).substr(0, size));
  }
  const std::string update = updateReply(0);
  for (std::size_t size = 0; size < update.size(); ++size) {
    expectGarbage<SetOp>(std::string_view(update).substr(0, size));
  }
}

// By type: the one flag that lets a call go to a secondary.
template <typename Op>
constexpr bool hedged() {
  return Op::kSpec.hedgeable;
}

TEST(Specs, A43_OnlyReadsMayBeHedged) {
  static_assert(hedged<GetOp>() && hedged<TtlOp>() && hedged<ExistOp>());
  static_assert(!hedged<SetOp>() && !hedged<DelOp>());
  static_assert(GetOp::kSpec.read && TtlOp::kSpec.read && ExistOp::kSpec.read);
  static_assert(!SetOp::kSpec.read && !DelOp::kSpec.read);
  static_assert(SetOp::kSpec.idempotent && DelOp::kSpec.idempotent);
  EXPECT_EQ(GetOp::kSpec.rpc, "RPC_RRDB_RRDB_GET");
  EXPECT_EQ(TtlOp::kSpec.rpc, "RPC_RRDB_RRDB_TTL");
  EXPECT_EQ(ExistOp::kSpec.rpc, "RPC_RRDB_RRDB_TTL");
  EXPECT_EQ(SetOp::kSpec.rpc, "RPC_RRDB_RRDB_PUT");
  EXPECT_EQ(DelOp::kSpec.rpc, "RPC_RRDB_RRDB_REMOVE");
}

}  // namespace
}  // namespace bridle::internal
