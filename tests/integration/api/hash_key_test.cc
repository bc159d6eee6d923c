#include <boost/asio/use_future.hpp>
#include <string>
#include <vector>

#include "api_fixture.h"

// Operations on several records of one hash key.
namespace bridle {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class HashKeyTest : public ApiTest {
 protected:
  void SetUp() override {
    ApiTest::SetUp();
    table_ = open();
    ASSERT_THAT(table_->multiSet("h", {{"", "empty"}, {"a1", "1"}, {"a2", "2"}, {"b1", "3"}}),
                IsOk());
  }

  std::vector<std::string> sortKeys(const absl::StatusOr<Entries>& entries) {
    std::vector<std::string> keys;
    EXPECT_THAT(entries, IsOk());
    if (!entries.ok()) return keys;
    for (const Entry& entry : entries->entries) keys.push_back(entry.sort_key);
    return keys;
  }

  std::optional<Table> table_;
};

TEST_F(HashKeyTest, A66_AMultiGetGivesTheRecordsThatWereAskedForAndNoOthers) {
  for (int i = 0; i < 10; ++i) {
    ASSERT_THAT(table_->set({"ten", std::to_string(i)}, "v" + std::to_string(i)), IsOk());
  }
  const auto two = table_->multiGet("ten", {"7", "3"});
  ASSERT_THAT(two, IsOk());
  EXPECT_THAT(two->entries, ElementsAre(Entry{"7", "v7"}, Entry{"3", "v3"}));
  EXPECT_TRUE(two->complete);
  EXPECT_THAT(sortKeys(table_->multiGet("ten", {"3", "x"})), ElementsAre("3"));
  EXPECT_THAT(sortKeys(table_->multiGet("nothing", {"3", "x"})), IsEmpty());
}

TEST_F(HashKeyTest, AMultiGetStopsAtItsLimits) {
  const auto one = table_->multiGet("h", {"a1", "a2"}, {.max_count = 1});
  EXPECT_THAT(sortKeys(one), ElementsAre("a1"));
  EXPECT_FALSE(one->complete);
  const auto none = table_->multiGetRange("h", {}, {.max_count = 2, .no_value = true});
  EXPECT_THAT(none->entries, ElementsAre(Entry{"", ""}, Entry{"a1", ""}));
  EXPECT_FALSE(none->complete);
}

TEST_F(HashKeyTest, RangesHaveEdgesFiltersAndTwoDirections) {
  EXPECT_THAT(sortKeys(table_->multiGetRange("h")), ElementsAre("", "a1", "a2", "b1"));
  EXPECT_THAT(sortKeys(table_->multiGetRange("h", {.start = "a1", .stop = "b1"})),
              ElementsAre("a1", "a2"));
  EXPECT_THAT(
      sortKeys(table_->multiGetRange(
          "h", {.start = "a1", .stop = "b1", .start_inclusive = false, .stop_inclusive = true})),
      ElementsAre("a2", "b1"));
  EXPECT_THAT(sortKeys(table_->multiGetRange("h", {.start = "b", .stop = "a"})), IsEmpty());
  EXPECT_THAT(sortKeys(table_->multiGetRange("h", {.filter = Filter::prefix("a")})),
              ElementsAre("a1", "a2"));
  EXPECT_THAT(sortKeys(table_->multiGetRange("h", {.filter = Filter::postfix("1")})),
              ElementsAre("a1", "b1"));
  EXPECT_THAT(sortKeys(table_->multiGetRange("h", {.filter = Filter::anywhere("2")})),
              ElementsAre("a2"));
  EXPECT_THAT(sortKeys(table_->multiGetRange("h", {.filter = Filter::exact("a1")})),
              ElementsAre("a1"));
  EXPECT_THAT(sortKeys(table_->multiGetRange("h", {.filter = Filter::exact("")})), ElementsAre(""));
  EXPECT_THAT(sortKeys(table_->multiGetRange("h", {.start = "b", .filter = Filter::exact("a1")})),
              IsEmpty());
  EXPECT_THAT(sortKeys(table_->multiGetRange("h", {}, {.max_count = 2, .reverse = true})),
              ElementsAre("a2", "b1"));
}

TEST_F(HashKeyTest, ManyAreWrittenCountedAndRemoved) {
  EXPECT_THAT(table_->sortKeyCount("h"), absl::StatusOr<std::int64_t>(4));
  EXPECT_THAT(table_->sortKeyCount("nothing"), absl::StatusOr<std::int64_t>(0));
  EXPECT_THAT(table_->multiDel("h", {"a1", "a2", "x"}), absl::StatusOr<std::int64_t>(3));
  EXPECT_THAT(sortKeys(table_->multiGetRange("h")), ElementsAre("", "b1"));
  ASSERT_THAT(table_->multiSet("h", {{"b1", "new"}}, {.ttl_seconds = 1000}), IsOk());
  EXPECT_THAT(*table_->get({"h", "b1"}), Optional(std::string("new")));
  EXPECT_TRUE((**table_->ttl({"h", "b1"})).expires());
}

TEST_F(HashKeyTest, A56_TheyNeedAHashKeyAndSomethingToDo) {
  const auto refused = [](std::string_view text) {
    return FailsWith(StatusCode::kInvalidArgument, HasSubstr(text));
  };
  EXPECT_THAT(table_->multiGet("", {"a"}),
              refused("multiGet on table \"t\" refused: the hash key"));
  EXPECT_THAT(table_->multiGetRange(""), refused("the hash key is empty"));
  EXPECT_THAT(table_->sortKeyCount(""), refused("the hash key is empty"));
  EXPECT_THAT(table_->multiSet("", {{"a", "b"}}), refused("the hash key is empty"));
  EXPECT_THAT(table_->multiDel("", {"a"}), refused("the hash key is empty"));
  EXPECT_THAT(table_->multiGet("h", {}), refused("the list of sort keys is empty"));
  EXPECT_THAT(table_->multiSet("h", {}), refused("the list of entries is empty"));
}

TEST_F(HashKeyTest, A57_WhatIsTooLargeIsNotSent) {
  const std::string value(400 * 1024, 'v');
  EXPECT_THAT(table_->set({"large"}, value), IsOk());
  const auto writes = [this] {
    std::uint64_t sum = 0;
    for (int server = 0; server < 3; ++server) sum += onebox_->counts(server).writes;
    return sum;
  };
  const std::uint64_t before = writes();
  CallInfo info{.tries = 7};
  const absl::Status status = table_->set({"large"}, value + "v", {.info = &info});
  EXPECT_THAT(status, FailsWith(StatusCode::kInvalidArgument,
                                AllOf(HasSubstr("the value has 409601 bytes"),
                                      HasSubstr("max_value_bytes = 409600"))));
  EXPECT_FALSE(mayHaveExecuted(status));
  EXPECT_EQ(writes(), before);
  EXPECT_EQ(info, CallInfo()) << "nothing was asked";
  EXPECT_THAT(open({.max_value_bytes = 0}).set({"large"}, value + "v"), IsOk());
}

TEST_F(HashKeyTest, ACallTellsWhatCameOfIt) {
  CallInfo info;
  ASSERT_THAT(table_->set({"user", "name"}, "v", {.info = &info}), IsOk());
  EXPECT_GT(info.app_id, 0);
  EXPECT_GE(info.partition, 0);
  EXPECT_GT(info.decree, 0);
  EXPECT_THAT(onebox_->replicaServers(), testing::Contains(info.server));
  EXPECT_EQ(info.tries, 1);
  EXPECT_FALSE(info.hedged || info.from_secondary);
  const CallInfo write = info;
  ASSERT_THAT(table_->multiGetRange("user", {}, {.info = &info}), IsOk());
  EXPECT_EQ(info.partition, write.partition);
  EXPECT_EQ(info.server, write.server);
  EXPECT_EQ(info.decree, -1);
  ASSERT_THAT(table_->multiDel("user", {"name"}, {.info = &info}), IsOk());
  EXPECT_GT(info.decree, write.decree);
}

TEST_F(HashKeyTest, ACallThatFailsTellsWhomItAsked) {
  addFault({.op = OneboxOp::kWrite, .ignore = true});
  CallInfo info;
  EXPECT_FALSE(table_->set({"user"}, "v", {.timeout_ms = 100, .info = &info}).ok());
  EXPECT_THAT(onebox_->replicaServers(), testing::Contains(info.server));
  EXPECT_EQ(info.tries, 1);
  EXPECT_EQ(info.decree, -1);
}

TEST_F(HashKeyTest, A43_ReadsOfManyTakeBackupRequests) {
  Table table = open({.backup_request_ms = 5, .backup_request_max_ratio = 1});
  ASSERT_THAT(table.get({"h", "a1"}), IsOk());
  addFault({.role = OneboxRole::kPrimary, .delay_min_ms = 300, .delay_max_ms = 300});
  CallInfo info;
  EXPECT_THAT(table.multiGet("h", {"a1"}, {.info = &info}), IsOk());
  EXPECT_TRUE(info.hedged && info.from_secondary);
  EXPECT_THAT(table.multiGetRange("h", {}, {.info = &info}), IsOk());
  EXPECT_TRUE(info.hedged && info.from_secondary);
  EXPECT_THAT(table.sortKeyCount("h", {.info = &info}), IsOk());
  EXPECT_FALSE(info.hedged) << "only where the table's options say so";
  EXPECT_THAT(table.multiSet("h", {{"a1", "1"}}, {.info = &info}), IsOk());
  EXPECT_FALSE(info.hedged);
}

TEST_F(HashKeyTest, TheyTakeAnyCompletionToken) {
  auto entries = table_->asyncMultiGetRange("h", {}, boost::asio::use_future);
  EXPECT_EQ(entries.get()->entries.size(), 4U);
  auto written = table_->asyncMultiSet("h", {{"c", "4"}}, {}, boost::asio::use_future);
  EXPECT_THAT(written.get(), IsOk());
  auto count = table_->asyncSortKeyCount("h", boost::asio::use_future);
  EXPECT_EQ(*count.get(), 5);
}

}  // namespace
}  // namespace bridle
