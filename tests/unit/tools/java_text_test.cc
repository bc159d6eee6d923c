#include "tools/bench/java_text.h"

#include <gmock/gmock.h>

#include <limits>
#include <string_view>

namespace bridle::internal::bench {
namespace {

std::int32_t hashCode(std::string_view text) {
  JavaStringHash hash;
  for (const char c : text) hash.add(c);
  return hash.value();
}

TEST(JavaTextTest, PrintsDoublesAsJavaDoes) {
  EXPECT_EQ(javaDouble(13888.888888888889), "13888.888888888889");
  EXPECT_EQ(javaDouble(13698.630136986301), "13698.630136986301");
  EXPECT_EQ(javaDouble(0.293), "0.293");
  EXPECT_EQ(javaDouble(0), "0.0");
  EXPECT_EQ(javaDouble(-0.0), "-0.0");
  EXPECT_EQ(javaDouble(100), "100.0");
  EXPECT_EQ(javaDouble(-2.5), "-2.5");
  EXPECT_EQ(javaDouble(0.001), "0.001");
  EXPECT_EQ(javaDouble(9999999), "9999999.0");
}

TEST(JavaTextTest, TurnsToExponentsWhereJavaDoes) {
  EXPECT_EQ(javaDouble(1e7), "1.0E7");
  EXPECT_EQ(javaDouble(12345678.9), "1.23456789E7");
  EXPECT_EQ(javaDouble(0.0009), "9.0E-4");
  EXPECT_EQ(javaDouble(1.5e300), "1.5E300");
  EXPECT_EQ(javaDouble(std::numeric_limits<double>::denorm_min()), "4.9E-324");
  EXPECT_EQ(javaDouble(std::numeric_limits<double>::max()), "1.7976931348623157E308");
  EXPECT_EQ(javaDouble(std::numeric_limits<double>::infinity()), "Infinity");
  EXPECT_EQ(javaDouble(std::numeric_limits<double>::quiet_NaN()), "NaN");
}

TEST(JavaTextTest, HashesStringsAsJavaDoes) {
  EXPECT_EQ(hashCode(""), 0);
  EXPECT_EQ(hashCode("a"), 97);
  EXPECT_EQ(hashCode("hello"), 99162322);
  EXPECT_EQ(hashCode("polygenelubricants"), std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(hashCode("user6284781860667377211:field0:"), -56807877);
}

}  // namespace
}  // namespace bridle::internal::bench
