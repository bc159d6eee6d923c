// Scans of a healthy cluster.
#include "sim/scenarios/scan_fixture.h"

namespace bridle::internal::sim {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
namespace rpc_names = wire::rpc_names;

TEST_F(ScanTest, AnUnorderedScanBringsEveryRecordOnce) {
  fill(40, 5);
  Scanner scanner = wholeTable({.page_size = 7});
  EXPECT_EQ(keysOf(drain(scanner)), expected());
  EXPECT_THAT(*nextPage(scanner), IsEmpty()) << "the end stays the end";
}

TEST_F(ScanTest, RowsPagesAndCountAgree) {
  fill(30, 3);
  Scanner by_row = wholeTable({.page_size = 10});
  Rows rows;
  for (;;) {
    absl::StatusOr<std::optional<Row>> row = next(by_row);
    ASSERT_THAT(row, IsOk());
    if (!row->has_value()) break;
    rows.push_back(**row);
  }
  EXPECT_EQ(keysOf(rows), expected());
  Scanner counting = wholeTable();
  EXPECT_EQ(*count(counting), 90);
  EXPECT_THAT(*nextPage(counting), IsEmpty());

  Scanner half = wholeTable({.page_size = 10});
  ASSERT_TRUE((*next(half)).has_value());
  EXPECT_EQ(*count(half), 89) << "what is here already and what is not";
}

TEST_F(ScanTest, ACountBringsNoRows) {
  fill(50, 4);
  Scanner scanner = wholeTable();
  world_->forgetSeen();
  EXPECT_EQ(*count(scanner), 200);
  EXPECT_EQ(seen(rpc_names::kGetScanner), kPartitions);
  EXPECT_EQ(seen(rpc_names::kScan), 0);
}

TEST_F(ScanTest, A52_ScannerIReadsPartitionGroupI) {
  fill(100, 1);
  const auto partitionsOf = [this](Scanner& scanner) {
    world_->forgetSeen();
    drain(scanner);
    std::vector<int> partitions;
    for (const World::Seen& request : world_->seen()) {
      const int partition = request.header.partition_index;
      EXPECT_EQ(request.header.partition_hash, static_cast<std::uint64_t>(partition));
      if (partitions.empty() || partitions.back() != partition) partitions.push_back(partition);
    }
    return partitions;
  };
  std::vector<Scanner> all = *table().unorderedScanners(16);
  ASSERT_EQ(all.size(), 4U);
  for (int i = 0; i < 4; ++i) {
    EXPECT_THAT(partitionsOf(all[static_cast<std::size_t>(i)]), ElementsAre(i));
  }
  std::vector<Scanner> three = *table().unorderedScanners(3);
  ASSERT_EQ(three.size(), 3U);
  EXPECT_THAT(partitionsOf(three[0]), ElementsAre(0, 1));
  EXPECT_THAT(partitionsOf(three[1]), ElementsAre(2));
  EXPECT_THAT(partitionsOf(three[2]), ElementsAre(3));
}

TEST_F(ScanTest, AnOrderedScanKeepsToItsRange) {
  for (const char* sort_key : {"a", "b", "ba", "bb", "c", ""}) put("user", sort_key, "v");
  put("usel", "b", "v");
  put("usert", "b", "v");
  const auto sortKeys = [this](const SortKeyRange& range) {
    std::vector<std::string> keys;
    Scanner scanner = oneHashKey("user", range, {.page_size = 2});
    for (const Row& row : drain(scanner)) keys.push_back(row.sort_key);
    return keys;
  };
  EXPECT_THAT(sortKeys({}), ElementsAre("", "a", "b", "ba", "bb", "c"));
  EXPECT_THAT(sortKeys({.start = "b", .stop = "bb"}), ElementsAre("b", "ba"));
  EXPECT_THAT(
      sortKeys({.start = "b", .stop = "bb", .start_inclusive = false, .stop_inclusive = true}),
      ElementsAre("ba", "bb"));
  EXPECT_THAT(sortKeys({.start = "ba"}), ElementsAre("ba", "bb", "c"));
  EXPECT_THAT(sortKeys({.filter = Filter::prefix("b")}), ElementsAre("b", "ba", "bb"));
  EXPECT_THAT(sortKeys({.start = "ba", .filter = Filter::prefix("b")}), ElementsAre("ba", "bb"));
  EXPECT_THAT(sortKeys({.filter = Filter::exact("b")}), ElementsAre("b"));
  EXPECT_THAT(sortKeys({.filter = Filter::exact("")}), ElementsAre(""));
  EXPECT_THAT(sortKeys({.start = "c", .filter = Filter::exact("b")}), IsEmpty());
  EXPECT_THAT(sortKeys({.filter = Filter::postfix("a")}), ElementsAre("a", "ba"));
}

TEST_F(ScanTest, AnEmptyRangeIsFoundWithoutAsking) {
  put("user", "a", "v");
  world_->forgetSeen();
  for (const SortKeyRange& range :
       {SortKeyRange{.start = "b", .stop = "a"}, SortKeyRange{.start = "a", .stop = "a"},
        SortKeyRange{.start = "c", .filter = Filter::prefix("b")}}) {
    Scanner scanner = oneHashKey("user", range);
    EXPECT_THAT(*nextPage(scanner), IsEmpty());
  }
  EXPECT_THAT(world_->seen(), IsEmpty());
}

TEST_F(ScanTest, A47_EachFilterOnEachKeyPart) {
  for (const char* hash_key : {"abc", "ab", "bca", "cab", "b"}) {
    for (const char* sort_key : {"abc", "ab", "bca", "cab", "b", ""}) put(hash_key, sort_key, "v");
  }
  using Type = Filter::Type;
  const auto matches = [](const Filter& filter, std::string_view key) {
    const std::string_view pattern = filter.pattern;
    switch (filter.type) {
      case Type::kAnywhere:
        return key.find(pattern) != key.npos;
      case Type::kPrefix:
        return key.starts_with(pattern);
      case Type::kPostfix:
        return key.ends_with(pattern);
      case Type::kExact:
        return key == pattern;
      case Type::kNone:
        break;
    }
    return true;
  };
  const Type types[] = {Type::kNone, Type::kAnywhere, Type::kPrefix, Type::kPostfix, Type::kExact};
  for (const Type on_hash : types) {
    for (const Type on_sort : types) {
      const Filter hash_filter{on_hash, "ab"};
      const Filter sort_filter{on_sort, "b"};
      const ScanOptions options{
          .hash_key_filter = hash_filter, .sort_key_filter = sort_filter, .page_size = 3};
      const Keys wanted = expected([&](const auto& hash_key, const auto& sort_key) {
        return matches(hash_filter, hash_key) && matches(sort_filter, sort_key);
      });
      Scanner scanner = wholeTable(options);
      EXPECT_EQ(keysOf(drain(scanner)), wanted)
          << static_cast<int>(on_hash) << " " << static_cast<int>(on_sort);
      Scanner counting = wholeTable(options);
      EXPECT_EQ(*count(counting), static_cast<std::int64_t>(wanted.size()));
    }
  }
}

TEST_F(ScanTest, A61_BinaryKeysAreNotChanged) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes.push_back(static_cast<char>(i));
  put(bytes, std::string("\0\xff", 2), bytes);
  put(std::string("\xff\xff"), bytes, std::string("\0", 1));
  put("", bytes, "no hash key");
  Scanner scanner = wholeTable();
  EXPECT_EQ(keysOf(drain(scanner)), expected());
  Scanner ordered = oneHashKey("\xff\xff");
  const Rows rows = drain(ordered);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].value, std::string("\0", 1));
}

TEST_F(ScanTest, ValuesAndTheEndsOfLivesComeAsAskedFor) {
  put("user", "a", "for ever");
  put("user", "b", "a minute", 60);
  const std::int64_t then = world_->reactor().unixSeconds() + 60;
  Scanner plain = oneHashKey("user");
  EXPECT_THAT(drain(plain),
              ElementsAre(Row{"user", "a", "for ever"}, Row{"user", "b", "a minute"}));
  Scanner ends = oneHashKey("user", {}, {.no_value = true, .return_expire_time = true});
  const Rows rows = drain(ends);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0], (Row{"user", "a", ""}));
  EXPECT_EQ(rows[1].value, "");
  EXPECT_NEAR(static_cast<double>(rows[1].expires_at), static_cast<double>(then), 1);
}

TEST_F(ScanTest, LargeRecordsComeInSmallPages) {
  for (int i = 0; i < 300; ++i) put("user", text("s", 1000 + i), std::string(10'000, 'v'));
  Scanner scanner = oneHashKey("user", {}, {.max_page_bytes = 100'000});
  EXPECT_EQ(nextPage(scanner)->size(), 50U) << "nothing is known of the size yet";
  EXPECT_LE(nextPage(scanner)->size(), 10U);
  EXPECT_GE(drain(scanner).size(), 235U);
}

TEST_F(ScanTest, AScannerThatIsDestroyedEarlyIsForgottenByTheServer) {
  fill(1, 30);  // the ids of every other server are negative
  fill(40, 10);
  for (std::vector<Scanner> scanners = *table().unorderedScanners(4, {.page_size = 5});
       Scanner & scanner : scanners) {
    EXPECT_EQ(nextPage(scanner)->size(), 5U);
  }
  world_->forgetSeen();
  pass(1ms);
  EXPECT_EQ(seen(rpc_names::kClearScanner), 4);
  Scanner finished = wholeTable();
  drain(finished);
  world_->forgetSeen();
  { const Scanner gone = std::move(finished); }
  pass(1ms);
  EXPECT_EQ(seen(rpc_names::kClearScanner), 0);
}

TEST_F(ScanTest, TheInfoTellsOfEachCallWhatCameOfIt) {
  fill(1, 12);
  CallInfo info;
  Scanner scanner = oneHashKey("user0", {}, {.page_size = 5, .info = &info});
  EXPECT_EQ(nextPage(scanner)->size(), 5U);
  const std::int32_t partition = wire::partitionIndex(wire::keyHash("user0", {}), kPartitions);
  const std::string server = World::replica(world_->primaryOf("t", partition)).toString();
  const CallInfo one_request{
      .app_id = world_->appId("t"), .partition = partition, .server = server, .tries = 1};
  EXPECT_EQ(info, one_request);
  EXPECT_THAT(next(scanner), IsOk());
  EXPECT_EQ(info, one_request);
  EXPECT_THAT(next(scanner), IsOk());
  EXPECT_EQ(info, CallInfo()) << "that row was here already";
  EXPECT_EQ(*count(scanner), 5);
  EXPECT_EQ(info, one_request);
  EXPECT_EQ(*next(scanner), std::nullopt);
  EXPECT_EQ(info, CallInfo());
}

TEST_F(ScanTest, OneInfoIsForOneScanner) {
  CallInfo info;
  EXPECT_THAT(table().unorderedScanners(2, {.info = &info}).status(),
              FailsWith(StatusCode::kInvalidArgument, HasSubstr("cannot share one info")));
  fill(20, 1);
  Scanner scanner = wholeTable({.info = &info});
  EXPECT_EQ(drain(scanner).size(), 20U);
  Scanner counting = wholeTable({.info = &info});
  EXPECT_EQ(*count(counting), 20);
  EXPECT_EQ(info.tries, kPartitions);
}

TEST_F(ScanTest, ASecondCallAtATimeIsRefused) {
  fill(5, 1);
  Scanner scanner = wholeTable();
  std::optional<absl::StatusOr<Rows>> first;
  scanner.asyncNextPage([&first](absl::StatusOr<Rows> page) { first = std::move(page); });
  EXPECT_EQ(scanner.token(), "");
  EXPECT_THAT(next(scanner), FailsWithCode(ErrorCode::kInvalidArgument));
  EXPECT_TRUE(world_->reactor().runUntil([&first] { return first.has_value(); }, 1s));
  EXPECT_THAT(*first, IsOk());
}

TEST_F(ScanTest, BadArgumentsAreNamed) {
  EXPECT_THAT(table().scan("").status(), FailsWithCode(ErrorCode::kInvalidArgument));
  EXPECT_THAT(table().scan("a", {}, {.page_size = 0}).status(),
              FailsWith(StatusCode::kInvalidArgument, HasSubstr("page_size is 0")));
  EXPECT_THAT(table().scan("a", {}, {.hash_key_filter = Filter::prefix("a")}).status(),
              FailsWith(StatusCode::kInvalidArgument, HasSubstr("hash_key_filter")));
  EXPECT_THAT(table().unorderedScanners(0).status(),
              FailsWith(StatusCode::kInvalidArgument, HasSubstr("max_scanners is 0")));
  const Filter none{static_cast<Filter::Type>(5), "a"};
  for (const auto& status : {table().scan("a", {.filter = none}).status(),
                             table().scan("a", {}, {.sort_key_filter = none}).status(),
                             table().unorderedScanners(1, {.hash_key_filter = none}).status()}) {
    EXPECT_THAT(status, FailsWith(StatusCode::kInvalidArgument, HasSubstr("no such type")));
  }
  const std::string too_long(65'535, 'h');
  EXPECT_THAT(table().unorderedScanners(1, {.hash_key_filter = Filter::prefix(too_long)}).status(),
              FailsWith(StatusCode::kInvalidArgument, HasSubstr("65535 bytes")));
  Scanner longest = wholeTable({.hash_key_filter = Filter::prefix(too_long.substr(1))});
  EXPECT_EQ(*next(longest), std::nullopt);
}

}  // namespace
}  // namespace bridle::internal::sim
