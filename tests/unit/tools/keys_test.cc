#include "tools/bench/keys.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <vector>

namespace bridle::internal::bench {
namespace {

std::string key(const KeyNames& names, std::int64_t record) {
  std::string name = "left over";
  names.write(record, name);
  return name;
}

TEST(KeysTest, HashesAsYcsbDoes) {
  const struct {
    std::int64_t n;
    std::uint64_t raw;
    std::uint64_t number;
  } cases[] = {
      {0, 0xa8c7f832281a39c5, 6284781860667377211},
      {1, 0x89cd31291d2aefa4, 8517097267634966620},
      {2, 0xe6bd86443df8ce07, 1820151046732198393},
      {3, 0xc7c2bf3b330983e6, 4052466453699787802},
      {4, 0x2cdcdc0dfc5d1141, 3232700585171816769},
      {5, 0x0de21504f16dc720, 1000385178204227360},
      {6, 0x6ad26a20123ba583, 7697331399106995587},
      {7, 0x4bd7a317074c5b62, 5465015992139406178},
      {8, 0xa09e307a7f948acd, 6873002678636213555},
      {9, 0x81a3697174a540ac, 9105318085603802964},
      {10, 0xde93be8c95731f0f, 2408371864701034737},
      {99, 0xa71ba05c90f2c806, 6405349725575133178},
      {100, 0x0c35bd2f5a465561, 879817313296471393},
      {255, 0x9016b196e349a31a, 8064062821143829734},
      {256, 0xe3757ca7d64666ea, 2056600594528442646},
      {999, 0xe3418d338b06dd27, 2071219101098386137},
      {1000, 0xad6323825fa766dc, 5952875239596136740},
      {65535, 0x8a5d9580133f770b, 8476454546330126581},
      {65536, 0xcc3193ff3a28738c, 3733039891711757428},
      {1000000, 0x0e0a0a27a32b9948, 1011632231655643464},
      {2147483647, 0xf7491847a411c161, 627943977067101855},
      {2147483648, 0x515662f380650845, 5860980763039959109},
      {4294967296, 0x08cd4c29d1e47d34, 634246865027890484},
      {10000000000, 0xef540c9cf721ed5c, 1201321332300452516},
      {INT64_MAX, 0x8cf59a8bfca461bd, 8289549613075766851},
      {-1, 0x8cf51a8bfca3883d, 8289690350564177859},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(fnv64(c.n), c.raw) << c.n;
    EXPECT_EQ(ycsbHash(c.n), c.number) << c.n;
  }
}

TEST(KeysTest, NamesRecordsAsYcsbDoes) {
  const KeyNames names;
  EXPECT_EQ(key(names, 0), "user6284781860667377211");
  EXPECT_EQ(key(names, 1), "user8517097267634966620");
  EXPECT_EQ(key(names, 2), "user1820151046732198393");
  EXPECT_EQ(key(names, 3), "user4052466453699787802");
  EXPECT_EQ(key(names, 4), "user3232700585171816769");
  EXPECT_EQ(key(names, 5), "user1000385178204227360");
  EXPECT_EQ(key(names, 4294967296), "user634246865027890484");
}

TEST(KeysTest, PadsWithZeros) {
  const auto ordered = [](std::size_t padding) {
    return key({.zero_padding = padding, .ordered = true}, 5);
  };
  EXPECT_EQ(ordered(1), "user5");
  EXPECT_EQ(ordered(4), "user0005");
  EXPECT_EQ(ordered(8), "user00000005");
  EXPECT_EQ(ordered(20), "user00000000000000000005");
  EXPECT_EQ(ordered(24), "user000000000000000000000005");
  EXPECT_EQ(key({.zero_padding = 20}, 5), "user01000385178204227360");
  EXPECT_EQ(key({.zero_padding = 24}, 5), "user000001000385178204227360");
  EXPECT_EQ(key({.prefix = "k", .ordered = true}, 12), "k12");
}

TEST(KeysTest, HashedKeysSortByText) {
  std::array<std::int64_t, 10> records;
  std::iota(records.begin(), records.end(), 0);
  std::sort(records.begin(), records.end(),
            [](std::int64_t a, std::int64_t b) { return key({}, a) < key({}, b); });
  EXPECT_THAT(records, testing::ElementsAre(5, 2, 4, 3, 7, 0, 8, 6, 1, 9));
}

TEST(KeysTest, HashesHaveFifteenToNineteenDigits) {
  std::array<int, 21> by_digits{};
  for (std::int64_t n = 0; n < 100'000; ++n) ++by_digits[std::to_string(ycsbHash(n)).size()];
  EXPECT_EQ(by_digits[15], 10);
  EXPECT_EQ(by_digits[16], 93);
  EXPECT_EQ(by_digits[17], 967);
  EXPECT_EQ(by_digits[18], 9740);
  EXPECT_EQ(by_digits[19], 89190);
}

TEST(KeysTest, AMillionRecordsHaveDifferentKeys) {
  std::vector<std::uint64_t> hashes;
  for (std::int64_t n = 0; n < 1'000'000; ++n) hashes.push_back(ycsbHash(n));
  std::sort(hashes.begin(), hashes.end());
  EXPECT_EQ(std::adjacent_find(hashes.begin(), hashes.end()), hashes.end());
}

}  // namespace
}  // namespace bridle::internal::bench
