#include "base/utf8.h"

#include <gmock/gmock.h>

#include <string>

namespace bridle::internal {
namespace {

TEST(Utf8Test, AcceptsTheEdgesOfEachLength) {
  for (const char* good :
       {"", "a", "\x7f", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80",
        "\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"}) {
    EXPECT_EQ(validUtf8Prefix(good), std::string(good).size()) << testing::PrintToString(good);
  }
  EXPECT_EQ(validUtf8Prefix(std::string_view("\0b", 2)), 2U);
}

TEST(Utf8Test, StopsAtWhatIsIllFormed) {
  for (const char* bad : {"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xc2", "\xc2z", "\xe0\x9f\xbf",
                          "\xe2\x82", "\xed\xa0\x80", "\xed\xbf\xbf", "\xf0\x8f\xbf\xbf",
                          "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xf8\x88\x80\x80\x80", "\xff"}) {
    EXPECT_EQ(validUtf8Prefix(std::string("ok") + bad + "ok"), 2U) << testing::PrintToString(bad);
  }
}

}  // namespace
}  // namespace bridle::internal
