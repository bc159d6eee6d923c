#include "base/crc64.h"

#include <gtest/gtest.h>

#include <string>

#include "base/rng.h"

namespace bridle::internal {
namespace {

// The definition, bit by bit.
std::uint64_t bitwiseCrc64(std::string_view bytes) {
  std::uint64_t crc = ~std::uint64_t{0};
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) {
      crc = (crc & 1) != 0 ? crc >> 1 ^ 0x9a6c9329ac4bc9b5 : crc >> 1;
    }
  }
  return ~crc;
}

TEST(Crc64Test, A59_KnownValues) {
  EXPECT_EQ(crc64(""), 0U);
  EXPECT_EQ(crc64("a"), 0x8c2f8445b4cbfc3cU);
  EXPECT_EQ(crc64("b"), 0x0d9c951de49567b7U);
  EXPECT_EQ(crc64("abc"), 0x05e5cabb3fc1faebU);
  EXPECT_EQ(crc64("hello"), 0x3377857006524257U);
  EXPECT_EQ(crc64("pegasus"), 0xce8709cfbd3973c4U);
  EXPECT_EQ(crc64("hash_key"), 0x65641f36e9f6a96dU);
  EXPECT_EQ(crc64("user_1"), 0x9ce68171e0151387U);
  EXPECT_EQ(crc64("123456789"), 0xae8b14860a799888U);
  EXPECT_EQ(crc64("\xff"), 0xff00000000000000U);
}

TEST(Crc64Test, A59_AThousandBinaryKeysOfAllLengthsHashAsDefined) {
  Rng rng(59);
  for (std::size_t i = 0; i < 1000; ++i) {
    std::string key(i % 67, ' ');
    for (char& byte : key) byte = static_cast<char>(rng.below(256));
    ASSERT_EQ(crc64(key), bitwiseCrc64(key)) << "length " << key.size();
  }
}

TEST(Crc64Test, AnyAlignmentGivesTheSame) {
  const std::string text = "0123456789abcdefghijklmnopqrstuvwxyz";
  for (std::size_t offset = 0; offset < 8; ++offset) {
    const std::string_view part = std::string_view(text).substr(offset, 24);
    EXPECT_EQ(crc64(part), bitwiseCrc64(part)) << offset;
  }
}

}  // namespace
}  // namespace bridle::internal
