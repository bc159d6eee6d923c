#include "ops/sort_key_range.h"

#include "op_test.h"

namespace bridle::internal::test {
namespace {

constexpr std::string_view kKeys[] = {"", std::string_view("\0", 1), "a", "ab", "b", "\xff"};

// The server's view: a range without an exact filter.
bool serverGives(const SortKeyRange& range, std::string_view key) {
  EXPECT_EQ(range.filter.type, Filter::Type::kNone);
  return contains(range, key);
}

TEST(SortKeyRangeTest, AnEmptyStopMeansTheEnd) {
  for (const std::string_view key : kKeys) {
    EXPECT_TRUE(contains({}, key));
    EXPECT_EQ(contains({.start_inclusive = false}, key), !key.empty());
    EXPECT_EQ(contains({.start = "ab", .stop = "b"}, key), key == "ab");
    EXPECT_EQ(contains({.start = "ab", .stop = "b", .start_inclusive = false}, key), false);
    EXPECT_EQ(contains({.start = "b", .stop = "b", .stop_inclusive = true}, key), key == "b");
  }
}

TEST(SortKeyRangeTest, AnExactFilterBecomesARangeOfOneKeyOrNone) {
  for (const std::string_view start : kKeys) {
    for (const std::string_view stop : kKeys) {
      for (const int inclusive : {0, 1, 2, 3}) {
        for (const std::string_view wanted : kKeys) {
          const SortKeyRange range{start, stop, (inclusive & 1) != 0, (inclusive & 2) != 0,
                                   Filter::exact(wanted)};
          const SortKeyRange sent = withoutExactFilter(range);
          for (const std::string_view key : kKeys) {
            EXPECT_EQ(serverGives(sent, key), key == wanted && contains(range, key));
          }
        }
      }
    }
  }
}

TEST(SortKeyRangeTest, OtherFiltersStay) {
  const SortKeyRange range{.start = "a", .filter = Filter::postfix("z")};
  const SortKeyRange sent = withoutExactFilter(range);
  EXPECT_EQ(sent.start, "a");
  EXPECT_EQ(sent.filter.type, Filter::Type::kPostfix);
  EXPECT_EQ(sent.filter.pattern, "z");
}

}  // namespace
}  // namespace bridle::internal::test
