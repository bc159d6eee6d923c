#include "tools/bench/property_file.h"

#include <string>
#include <utility>
#include <vector>

#include "support/status_matchers.h"

namespace bridle::internal::bench {
namespace {

using absl::StatusCode;
using test::FailsWith;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

std::vector<std::pair<std::string, std::string>> parse(std::string_view text) {
  const absl::StatusOr<std::vector<PropertyLine>> lines = parsePropertyFile(text, "w");
  EXPECT_THAT(lines, test::IsOk());
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const PropertyLine& line : *lines) pairs.emplace_back(line.name, line.value);
  return pairs;
}

TEST(PropertyFileTest, TakesEqualsColonAndBlank) {
  EXPECT_THAT(parse("a=1\nb: 2\nc 3\nd = 4\ne\t:\t5\nf"),
              ElementsAre(Pair("a", "1"), Pair("b", "2"), Pair("c", "3"), Pair("d", "4"),
                          Pair("e", "5"), Pair("f", "")));
  EXPECT_THAT(parse("a==b\nurl=host:1"), ElementsAre(Pair("a", "=b"), Pair("url", "host:1")));
}

TEST(PropertyFileTest, SkipsCommentsAndEmptyLines) {
  EXPECT_THAT(parse("# a=1\n! b=2\n\n   \n  # c=3\nd=4 # kept\n"),
              ElementsAre(Pair("d", "4 # kept")));
  EXPECT_THAT(parse(""), IsEmpty());
}

TEST(PropertyFileTest, DropsBlanksAroundValues) {
  EXPECT_THAT(parse("  recordcount = 1000 \t\n"), ElementsAre(Pair("recordcount", "1000")));
}

TEST(PropertyFileTest, ContinuesLines) {
  EXPECT_THAT(parse("a=1,\\\n   2,\\\n   # 3\nb=4"),
              ElementsAre(Pair("a", "1,2,# 3"), Pair("b", "4")));
  EXPECT_THAT(parse("a=1\\\\\nb=2"), ElementsAre(Pair("a", "1\\"), Pair("b", "2")));
  EXPECT_THAT(parse("a=1\\"), ElementsAre(Pair("a", "1")));
  EXPECT_THAT(parse("a=1\\\n\nb=2"), ElementsAre(Pair("a", "1"), Pair("b", "2")));
}

TEST(PropertyFileTest, UnderstandsEscapes) {
  EXPECT_THAT(parse("a\\=b=c\\:d\na\\ b=\\t|\\n|\\x"),
              ElementsAre(Pair("a=b", "c:d"), Pair("a b", "\t|\n|x")));
}

TEST(PropertyFileTest, UnderstandsAllLineEndsAndAByteOrderMark) {
  EXPECT_THAT(parse("\xef\xbb\xbf"
                    "a=1\r\nb=2\rc=3"),
              ElementsAre(Pair("a", "1"), Pair("b", "2"), Pair("c", "3")));
}

TEST(PropertyFileTest, KnowsWhereAPropertyBegins) {
  const absl::StatusOr<std::vector<PropertyLine>> lines =
      parsePropertyFile("# one\n\na=1,\\\n2\r\nb=3\n", "w");
  ASSERT_THAT(lines, test::IsOk());
  EXPECT_EQ((*lines)[0].line, 3);
  EXPECT_EQ((*lines)[1].line, 5);
}

TEST(PropertyFileTest, RefusesWhatItCannotRead) {
  EXPECT_THAT(parsePropertyFile("a=1\nb=\\u0041", "dir/w"),
              FailsWith(StatusCode::kInvalidArgument, HasSubstr("dir/w:2: \\u escapes")));
  EXPECT_THAT(parsePropertyFile(std::string_view("a=1\nb=\0", 7), "dir/w"),
              FailsWith(StatusCode::kInvalidArgument, HasSubstr("dir/w:2: a zero byte")));
}

TEST(PropertyFileTest, SurvivesAnyBytes) {
  std::string bytes;
  for (int i = 0; i < 3000; ++i) bytes += "\\\r\n=: #!\ta\xff"[i * 7919 % 11];
  EXPECT_THAT(parsePropertyFile(bytes, "w"), test::IsOk());
}

}  // namespace
}  // namespace bridle::internal::bench
