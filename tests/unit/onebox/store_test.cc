// What every store does, and what a copy that lags makes of it.

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "onebox/store/lagging_store.h"
#include "onebox/store/memory_storage.h"
#include "onebox/store/rocks_storage.h"
#include "support/temp_dir.h"

namespace bridle::internal::onebox {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr ExpireTs kNow = 1000;

struct Kind {
  const char* name;
  std::unique_ptr<Storage> (*open)(const std::string& folder);
};

std::unique_ptr<Storage> openMemory(const std::string&) {
  return std::make_unique<MemoryStorage>();
}

std::unique_ptr<Storage> openRocks(const std::string& folder) {
  return *openRocksStorage(folder);
}

Change putOf(std::string key, std::string value, ExpireTs expire_ts = 0) {
  return {.key = std::move(key), .value = std::move(value), .expire_ts = expire_ts};
}

Change removalOf(std::string key) {
  return {.kind = Change::Kind::kRemove, .key = std::move(key)};
}

void write(Store& store, const std::vector<Change>& changes) {
  store.apply(store.decree() + 1, changes);
}

std::string valueOf(const Store& store, std::string_view key) {
  Record record;
  return store.get(key, kNow, record) ? record.value : "(none)";
}

using Records = std::map<std::string, std::string>;

Records forwards(const Store& store) {
  Records records;
  const std::unique_ptr<Cursor> cursor = store.cursor();
  for (cursor->seek({}); cursor->valid(); cursor->next()) {
    records.emplace(cursor->key(), cursor->value());
  }
  return records;
}

Records backwards(const Store& store) {
  Records records;
  const std::unique_ptr<Cursor> cursor = store.cursor();
  for (cursor->seekBefore("\xff\xff"); cursor->valid(); cursor->previous()) {
    records.emplace(cursor->key(), cursor->value());
  }
  return records;
}

class StoreTest : public testing::TestWithParam<Kind> {
 protected:
  test::TempDir folder_;
  std::unique_ptr<Storage> storage_ = GetParam().open(folder_.path());
  std::unique_ptr<Store> store_ = storage_->create({.app_id = 1, .index = 0});
};

TEST_P(StoreTest, KeepsTheLastValueOfAKey) {
  EXPECT_EQ(valueOf(*store_, "k"), "(none)");
  write(*store_, {putOf("k", "a")});
  write(*store_, {putOf("k", "b")});
  EXPECT_EQ(valueOf(*store_, "k"), "b");
  write(*store_, {removalOf("k")});
  EXPECT_EQ(valueOf(*store_, "k"), "(none)");
  write(*store_, {removalOf("k")});
}

TEST_P(StoreTest, AppliesTheChangesOfAWriteInTheirOrder) {
  write(*store_, {putOf("k", "a"), removalOf("k"), putOf("j", "1"), putOf("j", "2")});
  EXPECT_EQ(valueOf(*store_, "k"), "(none)");
  EXPECT_EQ(valueOf(*store_, "j"), "2");
}

TEST_P(StoreTest, KnowsItsLastDecree) {
  EXPECT_EQ(store_->decree(), 0);
  write(*store_, {putOf("k", "a")});
  write(*store_, {});
  EXPECT_EQ(store_->decree(), 2);
}

TEST_P(StoreTest, ARecordExpiresAtItsSecond) {
  write(*store_, {putOf("never", "v", 0), putOf("later", "v", kNow + 1), putOf("now", "v", kNow),
                  putOf("far", "v", 0xfffffff0)});
  EXPECT_EQ(valueOf(*store_, "never"), "v");
  EXPECT_EQ(valueOf(*store_, "later"), "v");
  EXPECT_EQ(valueOf(*store_, "now"), "(none)");
  EXPECT_EQ(valueOf(*store_, "far"), "v");
}

TEST_P(StoreTest, WhatIsNotFoundLeavesTheRecordAlone) {
  write(*store_, {putOf("expired", "v", 1)});
  Record record{.value = "mine", .expire_ts = 7};
  EXPECT_FALSE(store_->get("expired", kNow, record));
  EXPECT_FALSE(store_->get("absent", kNow, record));
  EXPECT_EQ(record.value, "mine");
  EXPECT_EQ(record.expire_ts, 7U);
}

TEST_P(StoreTest, OrdersKeysAsUnsignedBytesAndShowsExpiredOnes) {
  const std::string zero("\0", 1);
  for (const std::string& key : {std::string("\xff"), std::string("a"), zero, std::string("\x80"),
                                 std::string(), std::string("ab")}) {
    write(*store_, {putOf(key, key + zero, 5)});
  }
  std::vector<std::string> keys;
  const std::unique_ptr<Cursor> cursor = store_->cursor();
  for (cursor->seek({}); cursor->valid(); cursor->next()) {
    EXPECT_EQ(cursor->value(), std::string(cursor->key()) + zero);
    EXPECT_EQ(cursor->expireTs(), 5U);
    keys.emplace_back(cursor->key());
  }
  EXPECT_THAT(keys, ElementsAre("", zero, "a", "ab", "\x80", "\xff"));
}

TEST_P(StoreTest, ACursorStandsOnEitherSideOfAKey) {
  write(*store_, {putOf("b", "v"), putOf("d", "v")});
  const std::unique_ptr<Cursor> cursor = store_->cursor();
  EXPECT_FALSE(cursor->valid());
  cursor->seek("b");
  EXPECT_EQ(cursor->key(), "b");
  cursor->seek("c");
  EXPECT_EQ(cursor->key(), "d");
  cursor->seekBefore("d");
  EXPECT_EQ(cursor->key(), "b");
  cursor->seekBefore("z");
  EXPECT_EQ(cursor->key(), "d");
  cursor->previous();
  EXPECT_EQ(cursor->key(), "b");
  cursor->previous();
  EXPECT_FALSE(cursor->valid());
  cursor->seekBefore("b");
  EXPECT_FALSE(cursor->valid());
  cursor->seek("e");
  EXPECT_FALSE(cursor->valid());
}

TEST_P(StoreTest, NeighboursDoNotMeet) {
  const std::unique_ptr<Store> next = storage_->create({.app_id = 1, .index = 1});
  const std::unique_ptr<Store> other_table = storage_->create({.app_id = 2, .index = 0});
  write(*next, {putOf("k", "next"), putOf("", "next")});
  write(*other_table, {putOf("k", "other")});
  write(*store_, {putOf("k", "mine")});
  EXPECT_EQ(valueOf(*store_, "k"), "mine");
  EXPECT_THAT(forwards(*store_), ElementsAre(testing::Pair("k", "mine")));
  EXPECT_THAT(backwards(*store_), ElementsAre(testing::Pair("k", "mine")));
  EXPECT_THAT(backwards(*other_table), ElementsAre(testing::Pair("k", "other")));
}

TEST_P(StoreTest, ALaggingCopyIsAlwaysOneWriteBehind) {
  LaggingStore behind(*store_);
  Rng rng(7);
  Records before;
  for (int round = 0; round < 500; ++round) {
    std::vector<Change> changes;
    for (std::uint64_t i = rng.below(4); i > 0; --i) {
      const std::string key(1, static_cast<char>('a' + rng.below(8)));
      changes.push_back(rng.below(3) == 0 ? removalOf(key) : putOf(key, std::to_string(round)));
    }
    before = forwards(*store_);
    behind.apply(store_->decree() + 1, changes);
    write(*store_, changes);
    ASSERT_EQ(forwards(behind), before);
    ASSERT_EQ(backwards(behind), before);
    ASSERT_EQ(behind.decree(), store_->decree() - 1);
    for (char key = 'a'; key < 'i'; ++key) {
      const auto found = before.find(std::string(1, key));
      ASSERT_EQ(valueOf(behind, std::string(1, key)),
                found == before.end() ? "(none)" : found->second);
    }
  }
  behind.catchUp();
  EXPECT_EQ(forwards(behind), forwards(*store_));
  EXPECT_EQ(behind.decree(), store_->decree());
}

TEST_P(StoreTest, ALaggingCopyKnowsWhatHasExpired) {
  LaggingStore behind(*store_);
  write(*store_, {putOf("expired", "v", 1), putOf("alive", "v", kNow + 1)});
  behind.apply(2, std::array{removalOf("expired"), removalOf("alive")});
  write(*store_, {removalOf("expired"), removalOf("alive")});
  EXPECT_EQ(valueOf(behind, "expired"), "(none)");
  EXPECT_EQ(valueOf(behind, "alive"), "v");
  EXPECT_EQ(forwards(behind).size(), 2U);
}

INSTANTIATE_TEST_SUITE_P(Stores, StoreTest,
                         testing::Values(Kind{"memory", openMemory}, Kind{"rocks", openRocks}),
                         [](const auto& kind) { return std::string(kind.param.name); });

TEST(PegasusTimeTest, CountsFrom2016) {
  EXPECT_EQ(pegasusSeconds(1'451'606'400), 0U);
  EXPECT_EQ(pegasusSeconds(1'451'606'460), 60U);
}

}  // namespace
}  // namespace bridle::internal::onebox
