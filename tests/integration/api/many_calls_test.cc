// What is made of several calls, on real threads: admin, scans, ranges, batches.
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <set>
#include <thread>
#include <vector>

#include "api_fixture.h"

namespace bridle {
namespace {

namespace asio = boost::asio;

class ManyCallsTest : public ApiTest {
 protected:
  static constexpr std::size_t kRecords = 300;

  void SetUp() override {
    ApiTest::SetUp();
    connect({.event_loops = 3});
    for (std::size_t i = 0; i < kRecords; ++i) names_.push_back("user" + std::to_string(i));
    table_.emplace(open());
    std::vector<SetItem> items;
    for (const std::string& name : names_) items.push_back({.key = {name, "s"}, .value = name});
    ASSERT_THAT(table_->batchSet(items), Each(IsOk()));
  }

  std::vector<Key> keys() const {
    std::vector<Key> keys;
    for (const std::string& name : names_) keys.push_back({name, "s"});
    return keys;
  }

  std::vector<std::string> names_;
  std::optional<Table> table_;
};

TEST_F(ManyCallsTest, BatchesAreInOrder) {
  CallInfo info;
  const auto values = table_->batchGet(keys(), {.info = &info});
  ASSERT_THAT(values, SizeIs(kRecords));
  for (std::size_t i = 0; i < kRecords; ++i) EXPECT_THAT(*values[i], Optional(names_[i]));
  EXPECT_EQ(info.tries, 4);
  EXPECT_THAT(table_->batchDel(keys()), Each(IsOk()));
  EXPECT_THAT(*table_->asyncBatchGet(keys(), {}, asio::use_future).get().front(), std::nullopt);
}

TEST_F(ManyCallsTest, ScannersRunBesideEachOtherOnAllLoops) {
  std::vector<Scanner> scanners = *table_->unorderedScanners(4, {.page_size = 7});
  ASSERT_THAT(scanners, SizeIs(4));
  std::vector<std::set<std::string>> found(4);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < 4; ++i) {
    threads.emplace_back([&scanner = scanners[i], &mine = found[i]] {
      for (;;) {
        const absl::StatusOr<std::optional<Row>> row = scanner.next();
        ASSERT_THAT(row, IsOk());
        if (!row->has_value()) return;
        EXPECT_TRUE(mine.insert((*row)->hash_key).second);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::set<std::string> all;
  for (const auto& some : found) all.insert(some.begin(), some.end());
  EXPECT_EQ(all, std::set<std::string>(names_.begin(), names_.end()));
}

asio::awaitable<std::size_t> countRows(Scanner& scanner) {
  for (std::size_t rows = 0;; ++rows) {
    const auto row = co_await scanner.asyncNext();
    if (!row.ok() || !row->has_value()) co_return rows;
  }
}

TEST_F(ManyCallsTest, ACoroutineReadsRows) {
  Scanner scanner = std::move(table_->unorderedScanners(1, {.page_size = 50})->front());
  asio::io_context io;
  auto rows = asio::co_spawn(io, countRows(scanner), asio::use_future);
  io.run();
  EXPECT_EQ(rows.get(), kRecords);
}

TEST_F(ManyCallsTest, ARowThatIsHereComesOnTheLoopAsWell) {
  Scanner scanner = std::move(table_->unorderedScanners(1)->front());
  const auto thread = [&scanner] {
    std::promise<std::thread::id> where;
    scanner.asyncNext([&where](absl::StatusOr<std::optional<Row>> row) {
      EXPECT_THAT(row, IsOk());
      where.set_value(std::this_thread::get_id());
    });
    return where.get_future().get();
  };
  const std::thread::id first = thread();
  EXPECT_EQ(thread(), first);
  EXPECT_NE(first, std::this_thread::get_id());
}

TEST_F(ManyCallsTest, AScannerIsDestroyedWhileItWorksAndOutlivesItsClient) {
  std::vector<Scanner> scanners = *table_->unorderedScanners(4, {.page_size = 5});
  std::promise<absl::StatusOr<std::vector<Row>>> page;
  {
    Scanner gone = std::move(scanners.back());
    scanners.pop_back();
    gone.asyncNextPage([&page](auto result) { page.set_value(std::move(result)); });
  }
  EXPECT_THAT(page.get_future().get(), IsOk());
  EXPECT_THAT(scanners[0].nextPage(), IsOk());
  client_->close();
  EXPECT_EQ(codeOf(scanners[0].nextPage().status()), ErrorCode::kClosed);
  EXPECT_EQ(codeOf(table_->batchSet({{.key = {"a"}}}).front()), ErrorCode::kClosed);
}

TEST_F(ManyCallsTest, BlockingFormsAreRefusedOnALoop) {
  Scanner scanner = std::move(table_->unorderedScanners(1)->front());
  Admin admin = client_->admin();
  std::promise<std::vector<ErrorCode>> seen;
  table_->asyncGet({"k"}, [&](const Value&) {
    seen.set_value({codeOf(scanner.next().status()), codeOf(scanner.count().status()),
                    codeOf(table_->batchGet({{"a"}}).front().status()),
                    codeOf(admin.listNodes().status()),
                    codeOf(table_->multiGetSortKeys("a").status()),
                    codeOf(table_->delRange("a", {}).status())});
  });
  EXPECT_THAT(seen.get_future().get(), Each(ErrorCode::kWrongThread));
}

TEST_F(ManyCallsTest, RangesOfOneHashKey) {
  std::vector<EntryView> entries;
  for (const std::string& name : names_) entries.push_back({name, "v"});
  ASSERT_THAT(table_->multiSet("h", entries), IsOk());
  RangePages pages = *table_->rangePages("h", {}, {.max_count = 70});
  std::size_t rows = 0;
  for (auto page = pages.next(); page.ok() && !page->empty(); page = pages.next()) {
    rows += page->size();
  }
  EXPECT_EQ(rows, kRecords);
  EXPECT_THAT(table_->multiGetSortKeys("h", {.max_count = 0})->sort_keys, SizeIs(kRecords));
  DelRangeProgress progress;
  EXPECT_THAT(*table_->delRange("h", {.filter = Filter::prefix("user1")}, {.progress = &progress}),
              111);
  EXPECT_EQ(progress.deleted, 111);
  EXPECT_EQ(*table_->scan("h")->count(), 189);
}

TEST_F(ManyCallsTest, A22_ATableCanBeWrittenAsSoonAsItIsCreated) {
  Admin admin = client_->admin();
  const absl::StatusOr<int> id = admin.createTable("fresh", {.partitions = 16});
  ASSERT_THAT(id, IsOk());
  Table fresh = *client_->openTable("fresh");
  for (const std::string& name : names_) ASSERT_THAT(fresh.set({name}, "v"), IsOk());
  EXPECT_EQ(codeOf(admin.createTable("fresh").status()), ErrorCode::kRefused);
  EXPECT_THAT(admin.partitions("fresh")->partitions, SizeIs(16));
  EXPECT_THAT(*admin.listNodes(), SizeIs(3));
  EXPECT_THAT(admin.setTableEnvs("fresh", {{"default_ttl", "1000"}}), IsOk());
  EXPECT_EQ(admin.tableEnvs("fresh")->at("default_ttl"), "1000");
  EXPECT_THAT(admin.dropTable("fresh"), IsOk());
  const auto dropped = admin.listTables({.status = TableStatus::kDropped});
  ASSERT_THAT(*dropped, SizeIs(1));
  EXPECT_THAT(admin.recallTable(*id, {.new_name = "again"}), IsOk());
  EXPECT_EQ(*admin.querySplit("again"), std::nullopt);
}

}  // namespace
}  // namespace bridle
