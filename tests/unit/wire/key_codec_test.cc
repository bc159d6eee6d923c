#include "wire/key_codec.h"

#include <algorithm>
#include <array>

#include "base/limits.h"
#include "base/rng.h"
#include "support/status_matchers.h"
#include "vectors.h"

namespace bridle::internal::wire {
namespace {

using absl::StatusCode;
using test::FailsWith;
using test::IsOk;
using testing::HasSubstr;

std::string randomBytes(Rng& rng, std::size_t max_size) {
  // Few different bytes, the awkward ones among them, so that keys share prefixes.
  static constexpr std::array<char, 6> kBytes = {'\0', '\x01', 'a', 'b', '\xfe', '\xff'};
  std::string bytes(rng.below(max_size + 1), ' ');
  for (char& byte : bytes) byte = kBytes[rng.below(kBytes.size())];
  return bytes;
}

TEST(KeyCodecTest, RawKeyIsLengthHashKeySortKey) {
  EXPECT_EQ(rawKey("hello", "world"), fromHex("000568656c6c6f776f726c64"));
  EXPECT_EQ(rawKey("", "abc"), fromHex("0000616263"));
  EXPECT_EQ(rawKey("", ""), fromHex("0000"));
  EXPECT_EQ(rawKey("a", ""), fromHex("000161"));
}

TEST(KeyCodecTest, TheLongestHashKeyKeepsItsLength) {
  const std::string hash_key(limits::kMaxHashKeyBytes, 'h');
  const std::string raw = rawKey(hash_key, "s");
  EXPECT_EQ(raw.substr(0, 2), "\xff\xfe");
  EXPECT_EQ(splitRawKey(raw)->hash_key, hash_key);
  EXPECT_EQ(splitRawKey(raw)->sort_key, "s");
}

TEST(KeyCodecTest, A61_AnyBytesComeBack) {
  Rng rng(61);
  for (int i = 0; i < 2000; ++i) {
    const std::string hash_key = randomBytes(rng, 20);
    const std::string sort_key = randomBytes(rng, 20);
    const std::string raw = rawKey(hash_key, sort_key);
    const absl::StatusOr<KeyParts> parts = splitRawKey(raw);
    ASSERT_THAT(parts, IsOk());
    ASSERT_EQ(parts->hash_key, hash_key);
    ASSERT_EQ(parts->sort_key, sort_key);
  }
}

TEST(KeyCodecTest, ACutOffKeyIsRefused) {
  EXPECT_THAT(splitRawKey(""), FailsWith(StatusCode::kDataLoss, HasSubstr("0 bytes")));
  EXPECT_THAT(splitRawKey("\x01"), FailsWith(StatusCode::kDataLoss, HasSubstr("1 bytes")));
  EXPECT_THAT(splitRawKey(fromHex("00096162")),
              FailsWith(StatusCode::kDataLoss, HasSubstr("9 bytes, but only 2")));
}

TEST(KeyCodecTest, NextKeyDropsTrailingFfAndCarries) {
  EXPECT_EQ(nextKey(rawKey("hello", "")), fromHex("000568656c6c70"));
  EXPECT_EQ(nextKey(rawKey("", "")), fromHex("0001"));
  EXPECT_EQ(nextKey(rawKey("\xff", "")), fromHex("0002"));
  EXPECT_EQ(nextKey(rawKey("a\xff\xff", "")), fromHex("000362"));
  EXPECT_EQ(nextKey(rawKey("hello", "wor")), fromHex("000568656c6c6f776f73"));
  EXPECT_EQ(nextKey(rawKey("h", "a\xff")), fromHex("00016862"));
  EXPECT_EQ(nextKey("\xff\xff"), "");
  EXPECT_EQ(nextKey(""), "");
}

TEST(KeyCodecTest, NextKeyIsAboveEachKeyWithThePrefixAndAboveNoOther) {
  Rng rng(42);
  for (int i = 0; i < 5000; ++i) {
    const std::string prefix = randomBytes(rng, 3);
    const std::string key = randomBytes(rng, 5);
    const std::string next = nextKey(prefix);
    const bool below = next.empty() || key < next;  // char_traits<char> compares unsigned
    EXPECT_EQ(key >= prefix && below, key.starts_with(prefix))
        << absl::BytesToHexString(prefix) << ' ' << absl::BytesToHexString(key);
  }
}

TEST(KeyCodecTest, A59_TheHashKeyIsHashedOrElseTheSortKey) {
  EXPECT_EQ(keyHash("hello", "world"), 0x3377857006524257U);
  EXPECT_EQ(keyHash("hello", ""), 0x3377857006524257U);
  EXPECT_EQ(keyHash("", "abc"), 0x05e5cabb3fc1faebU);
  EXPECT_EQ(keyHash("\xff", "abc"), 0xff00000000000000U);
  EXPECT_EQ(keyHash("", ""), 0U);
}

TEST(KeyCodecTest, PartitionIndexTakesTheHashAsUnsigned) {
  EXPECT_EQ(partitionIndex(keyHash("hello", ""), 4), 3);
  EXPECT_EQ(partitionIndex(keyHash("hello", ""), 8), 7);
  EXPECT_EQ(partitionIndex(0xffffffffffffffff, 3), 0);
  EXPECT_EQ(partitionIndex(0xffffffffffffffff, 10), 5);
  EXPECT_EQ(partitionIndex(0x8000000000000001, 1), 0);
  EXPECT_EQ(partitionIndex(0x8000000000000001, INT32_MAX), 3);
}

}  // namespace
}  // namespace bridle::internal::wire
