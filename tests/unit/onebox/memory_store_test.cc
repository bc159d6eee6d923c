#include "onebox/store/memory_store.h"

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace bridle::internal::onebox {
namespace {

using testing::ElementsAre;

constexpr ExpireTs kNow = 1000;

std::string valueOf(const Store& store, std::string_view key) {
  Record record;
  return store.get(key, kNow, record) ? record.value : "(none)";
}

void put(Store& store, std::string key, std::string value, ExpireTs expire_ts) {
  store.apply(
      std::array{Change{.key = std::move(key), .value = std::move(value), .expire_ts = expire_ts}});
}

void remove(Store& store, std::string key) {
  store.apply(std::array{Change{.kind = Change::Kind::kRemove, .key = std::move(key)}});
}

TEST(MemoryStoreTest, KeepsTheLastValueOfAKey) {
  MemoryStore store;
  EXPECT_EQ(valueOf(store, "k"), "(none)");
  put(store, "k", "a", 0);
  put(store, "k", "b", 0);
  EXPECT_EQ(valueOf(store, "k"), "b");
  remove(store, "k");
  EXPECT_EQ(valueOf(store, "k"), "(none)");
  remove(store, "k");
}

TEST(MemoryStoreTest, ARecordExpiresAtItsSecond) {
  MemoryStore store;
  put(store, "never", "v", 0);
  put(store, "later", "v", kNow + 1);
  put(store, "now", "v", kNow);
  put(store, "far", "v", 0xfffffff0);
  EXPECT_EQ(valueOf(store, "never"), "v");
  EXPECT_EQ(valueOf(store, "later"), "v");
  EXPECT_EQ(valueOf(store, "now"), "(none)");
  EXPECT_EQ(valueOf(store, "far"), "v");
}

TEST(MemoryStoreTest, WhatIsNotFoundLeavesTheRecordAlone) {
  MemoryStore store;
  put(store, "expired", "v", 1);
  Record record{.value = "mine", .expire_ts = 7};
  EXPECT_FALSE(store.get("expired", kNow, record));
  EXPECT_FALSE(store.get("absent", kNow, record));
  EXPECT_EQ(record.value, "mine");
  EXPECT_EQ(record.expire_ts, 7U);
}

TEST(MemoryStoreTest, OrdersKeysAsUnsignedBytes) {
  MemoryStore store;
  const std::string zero("\0", 1);
  for (const std::string& key : {std::string("\xff"), std::string("a"), zero, std::string("\x80"),
                                 std::string(), std::string("ab")}) {
    put(store, key, key, 5);
  }
  std::vector<std::string> keys;
  const std::unique_ptr<Cursor> cursor = store.cursor();
  for (cursor->seek({}); cursor->valid(); cursor->next()) {
    EXPECT_EQ(cursor->value(), cursor->key());
    EXPECT_EQ(cursor->expireTs(), 5U);
    keys.emplace_back(cursor->key());
  }
  EXPECT_THAT(keys, ElementsAre("", zero, "a", "ab", "\x80", "\xff"));
}

TEST(MemoryStoreTest, ACursorStandsOnEitherSideOfAKey) {
  MemoryStore store;
  for (const char* const key : {"b", "d"}) put(store, key, "v", 0);
  const std::unique_ptr<Cursor> cursor = store.cursor();
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
}

TEST(PegasusTimeTest, CountsFrom2016) {
  EXPECT_EQ(pegasusSeconds(1'451'606'400), 0U);
  EXPECT_EQ(pegasusSeconds(1'451'606'460), 60U);
}

}  // namespace
}  // namespace bridle::internal::onebox
