#include "onebox/memory_store.h"

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

TEST(MemoryStoreTest, KeepsTheLastValueOfAKey) {
  MemoryStore store;
  EXPECT_EQ(valueOf(store, "k"), "(none)");
  store.put("k", "a", 0);
  store.put("k", "b", 0);
  EXPECT_EQ(valueOf(store, "k"), "b");
  store.remove("k");
  EXPECT_EQ(valueOf(store, "k"), "(none)");
  store.remove("k");
}

TEST(MemoryStoreTest, ARecordExpiresAtItsSecond) {
  MemoryStore store;
  store.put("never", "v", 0);
  store.put("later", "v", kNow + 1);
  store.put("now", "v", kNow);
  store.put("far", "v", 0xfffffff0);
  EXPECT_EQ(valueOf(store, "never"), "v");
  EXPECT_EQ(valueOf(store, "later"), "v");
  EXPECT_EQ(valueOf(store, "now"), "(none)");
  EXPECT_EQ(valueOf(store, "far"), "v");
}

TEST(MemoryStoreTest, WhatIsNotFoundLeavesTheRecordAlone) {
  MemoryStore store;
  store.put("expired", "v", 1);
  Record record{.value = "mine", .expire_ts = 7};
  EXPECT_FALSE(store.get("expired", kNow, record));
  EXPECT_FALSE(store.get("absent", kNow, record));
  EXPECT_EQ(record.value, "mine");
  EXPECT_EQ(record.expire_ts, 7U);
}

TEST(MemoryStoreTest, VisitsKeysAsUnsignedBytes) {
  MemoryStore store;
  const std::string zero("\0", 1);
  for (const std::string& key : {std::string("\xff"), std::string("a"), zero, std::string("\x80"),
                                 std::string(), std::string("ab")}) {
    store.put(key, key, 5);
  }
  std::vector<std::string> keys;
  store.visit([&](std::string_view key, const Record& record) {
    EXPECT_EQ(record.value, key);
    EXPECT_EQ(record.expire_ts, 5U);
    keys.emplace_back(key);
  });
  EXPECT_THAT(keys, ElementsAre("", zero, "a", "ab", "\x80", "\xff"));
}

TEST(PegasusTimeTest, CountsFrom2016) {
  EXPECT_EQ(pegasusSeconds(1'451'606'400), 0U);
  EXPECT_EQ(pegasusSeconds(1'451'606'460), 60U);
}

}  // namespace
}  // namespace bridle::internal::onebox
