#include "tools/bench/values.h"

#include <gmock/gmock.h>

#include <set>
#include <string>
#include <vector>

namespace bridle::internal::bench {
namespace {

std::string integrityValue(std::string_view key, std::string_view field, std::size_t size) {
  std::string value = "before|";
  appendIntegrityValue(key, field, size, value);
  EXPECT_EQ(value.substr(0, 7), "before|");
  return value.substr(7);
}

bool fitsPosition(char c, std::size_t position) {
  const bool low = c >= 0x20 && c <= 0x3f;
  if (position % 3 == 0) return low;
  if (position % 3 == 1) return c >= 0x20 && c <= 0x5f;
  return low || c >= 0x60;  // up to DEL, the highest char
}

TEST(IntegrityValueTest, IsYcsbs) {
  EXPECT_EQ(integrityValue("user6284781860667377211", "field0", 100),
            "user6284781860667377211:field0:-56807877:2032869390:-165488160:1762371712:"
            "-169193395:-1039977118:-10");
  EXPECT_EQ(integrityValue("user6284781860667377211", "field1", 100),
            "user6284781860667377211:field1:-56807846:-2133018101:933062878:139614226:"
            "1263461560:1124615364:-3349");
  EXPECT_EQ(integrityValue("user8517097267634966620", "field0", 100),
            "user8517097267634966620:field0:-557952823:-1809000828:-1392091277:962494139:"
            "111674936:1367579768:-15");
  EXPECT_EQ(integrityValue("user6284781860667377211", "field0", 10), "user628478");
  EXPECT_EQ(integrityValue("user6284781860667377211", "field0", 0), "");
}

TEST(PrintableTest, EachPositionHasYcsbsCharactersAndAllOfThem) {
  Rng rng(1);
  std::vector<char> text(6000);
  fillPrintable(rng, text);
  std::vector<std::set<char>> seen(3);
  for (std::size_t i = 0; i < text.size(); ++i) {
    ASSERT_TRUE(fitsPosition(text[i], i)) << i;
    seen[i % 3].insert(text[i]);
  }
  EXPECT_EQ(seen[0].size(), 32U);
  EXPECT_EQ(seen[1].size(), 64U);
  EXPECT_EQ(seen[2].size(), 64U);
}

TEST(PrintableTest, FillsAnyLengthAndNoMore) {
  for (std::size_t size = 0; size < 30; ++size) {
    Rng rng(2);
    std::vector<char> text(30, '\0');
    fillPrintable(rng, std::span(text).first(size));
    for (std::size_t i = 0; i < text.size(); ++i) EXPECT_EQ(text[i] != '\0', i < size);
  }
}

TEST(RandomTextTest, CutsValuesOfTheAskedSize) {
  const RandomText text(1, 1000);
  Rng rng(3);
  std::set<std::string> values;
  for (int i = 0; i < 1000; ++i) {
    const std::string_view value = text.slice(rng, 1000);
    ASSERT_EQ(value.size(), 1000U);
    for (std::size_t at = 0; at < value.size(); ++at) ASSERT_TRUE(fitsPosition(value[at], at));
    values.insert(std::string(value));
  }
  EXPECT_GT(values.size(), 990U);  // next to all of them differ
}

TEST(RandomTextTest, FollowsFromTheSeed) {
  Rng rng(4), same(4), other(4);
  EXPECT_EQ(RandomText(9, 100).slice(rng, 100), RandomText(9, 100).slice(same, 100));
  EXPECT_NE(RandomText(9, 100).slice(rng, 100), RandomText(8, 100).slice(other, 100));
}

}  // namespace
}  // namespace bridle::internal::bench
