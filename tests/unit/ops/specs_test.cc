// What the call engine may do with each operation.

#include "op_test.h"

namespace bridle::internal::test {
namespace {

// Go to a secondary as a backup request, always or where the table's options say so.
template <typename O>
constexpr bool kHedged = O::kSpec.hedgeable;
template <typename O>
constexpr bool kByOption = kHedged<O>&& O::kSpec.hedge_option != nullptr;

// What the library accepts as an operation is checked by this concept, so a hedged write does not
// compile.
struct HedgedWrite {
  static constexpr CallSpec kSpec{.name = "set", .rpc = "", .idempotent = true, .hedgeable = true};
};
struct HedgedOnce {
  static constexpr CallSpec kSpec{.name = "x", .rpc = "", .read = true, .hedgeable = true};
};

TEST(Specs, A43_OnlyReadsThatMayRunTwiceAreHedgedByType) {
  static_assert(!SoundOp<HedgedWrite> && !SoundOp<HedgedOnce>);
  static_assert(SoundOp<GetOp> && SoundOp<SetOp>);
  static_assert(kHedged<GetOp> && kHedged<TtlOp> && kHedged<ExistOp>);
  static_assert(kHedged<MultiGetOp> && kHedged<MultiGetRangeOp>);
  static_assert(!kByOption<GetOp> && !kByOption<TtlOp> && !kByOption<ExistOp>);
  static_assert(!kByOption<MultiGetOp> && !kByOption<MultiGetRangeOp>);
  static_assert(kByOption<BatchGetOp> && kByOption<SortKeyCountOp>);
  static_assert(!kHedged<GetScannerOp> && !kHedged<ScanOp>);
  static_assert(!kHedged<SetOp> && !kHedged<DelOp> && !kHedged<IncrOp>);
  static_assert(!kHedged<MultiSetOp> && !kHedged<MultiDelOp>);
  static_assert(!kHedged<CheckAndSetOp> && !kHedged<CheckAndMutateOp>);
  static_assert(!kHedged<CompareExchangeOp>);
}

TEST(Specs, A43_TheTableDecidesAboutReadsOfMuch) {
  const TableOptions usual{.backup_request_ms = 5};
  EXPECT_TRUE(GetOp::kSpec.hedged(usual));
  EXPECT_FALSE(BatchGetOp::kSpec.hedged(usual));
  EXPECT_FALSE(SortKeyCountOp::kSpec.hedged(usual));
  EXPECT_TRUE(BatchGetOp::kSpec.hedged({.backup_requests_for_batch_get = true}));
  EXPECT_FALSE(SortKeyCountOp::kSpec.hedged({.backup_requests_for_batch_get = true}));
  EXPECT_TRUE(SortKeyCountOp::kSpec.hedged({.backup_requests_for_sort_key_count = true}));
  EXPECT_FALSE(ScanOp::kSpec.hedged(
      {.backup_requests_for_batch_get = true, .backup_requests_for_sort_key_count = true}));
}

TEST(Specs, A68_WhatMayNotRunTwiceIsKnownByType) {
  static_assert(!IncrOp::kSpec.idempotent && !CompareExchangeOp::kSpec.idempotent);
  static_assert(!CheckAndSetOp::kSpec.idempotent && !CheckAndMutateOp::kSpec.idempotent);
  static_assert(SetOp::kSpec.idempotent && DelOp::kSpec.idempotent);
  static_assert(MultiSetOp::kSpec.idempotent && MultiDelOp::kSpec.idempotent);
  static_assert(!IncrOp::kSpec.read && !CompareExchangeOp::kSpec.read && !SetOp::kSpec.read);
  static_assert(!CheckAndSetOp::kSpec.read && !CheckAndMutateOp::kSpec.read && !DelOp::kSpec.read);
  static_assert(!MultiSetOp::kSpec.read && !MultiDelOp::kSpec.read);
  static_assert(GetScannerOp::kSpec.read && ScanOp::kSpec.read && BatchGetOp::kSpec.read);
}

TEST(Specs, EachOperationHasItsCallAndItsName) {
  const std::pair<CallSpec, std::string> calls[] = {
      {GetOp::kSpec, "get RPC_RRDB_RRDB_GET"},
      {TtlOp::kSpec, "ttl RPC_RRDB_RRDB_TTL"},
      {ExistOp::kSpec, "exist RPC_RRDB_RRDB_TTL"},
      {SetOp::kSpec, "set RPC_RRDB_RRDB_PUT"},
      {DelOp::kSpec, "del RPC_RRDB_RRDB_REMOVE"},
      {IncrOp::kSpec, "incr RPC_RRDB_RRDB_INCR"},
      {CompareExchangeOp::kSpec, "compareExchange RPC_RRDB_RRDB_CHECK_AND_SET"},
      {MultiGetOp::kSpec, "multiGet RPC_RRDB_RRDB_MULTI_GET"},
      {MultiGetRangeOp::kSpec, "multiGetRange RPC_RRDB_RRDB_MULTI_GET"},
      {SortKeyCountOp::kSpec, "sortKeyCount RPC_RRDB_RRDB_SORTKEY_COUNT"},
      {MultiSetOp::kSpec, "multiSet RPC_RRDB_RRDB_MULTI_PUT"},
      {MultiDelOp::kSpec, "multiDel RPC_RRDB_RRDB_MULTI_REMOVE"},
      {CheckAndSetOp::kSpec, "checkAndSet RPC_RRDB_RRDB_CHECK_AND_SET"},
      {CheckAndMutateOp::kSpec, "checkAndMutate RPC_RRDB_RRDB_CHECK_AND_MUTATE"},
      {BatchGetOp::kSpec, "batchGet RPC_RRDB_RRDB_BATCH_GET"},
      {GetScannerOp::kSpec, "scan RPC_RRDB_RRDB_GET_SCANNER"},
      {ScanOp::kSpec, "scan RPC_RRDB_RRDB_SCAN"},
  };
  for (const auto& [spec, expected] : calls) {
    EXPECT_EQ(std::string(spec.name) + " " + std::string(spec.rpc), expected);
  }
}

}  // namespace
}  // namespace bridle::internal::test
