#include "ops/encode.h"

#include <gtest/gtest.h>

#include <string>

#include "base/rng.h"
#include "ops/set.h"
#include "unit/wire/golden.h"
#include "wire/key_codec.h"

namespace bridle::internal {
namespace {

constexpr Key kGoldenKey{"hello", "world"};

// What stands behind the message header in a vector, which is a frame or a body.
std::string argsOf(const std::string& name) {
  const std::string& bytes = wire::vector(name);
  const std::string frame = bytes.starts_with("THFT") ? bytes : wire::golden::rawRequest("", bytes);
  return std::string(wire::decodeRequest(frame)->args);
}

std::string rawKeyArgs(const Key& key) {
  std::string out;
  put::rawKeyArgs(out, key);
  return out;
}

std::string setArgs(const Key& key, std::string_view value, std::int32_t expire_ts) {
  std::string out;
  SetOp::encode(out, key, value, expire_ts);
  return out;
}

TEST(Encode, GivesTheGoldenBytes) {
  EXPECT_EQ(rawKeyArgs(kGoldenKey), argsOf("V1"));   // get
  EXPECT_EQ(rawKeyArgs(kGoldenKey), argsOf("V9"));   // del
  EXPECT_EQ(rawKeyArgs(kGoldenKey), argsOf("V10"));  // ttl
  EXPECT_EQ(setArgs(kGoldenKey, "v1", 0), argsOf("V7"));
}

std::string randomBytes(Rng& rng, std::size_t longest) {
  std::string bytes(rng.below(longest + 1), '\0');
  for (char& byte : bytes) byte = static_cast<char>(rng.next());
  return bytes;
}

TEST(Encode, IsWhatTheGeneratedCodeWrites) {
  Rng rng(1);
  for (int i = 0; i < 2000; ++i) {
    const std::string hash_key = randomBytes(rng, i % 10 == 0 ? 65'534 : 20);
    const std::string sort_key = randomBytes(rng, 20);
    const std::string value = randomBytes(rng, i % 10 == 1 ? 100'000 : 20);
    const Key key{hash_key, sort_key};
    wire::update_request request;
    request.key = wire::rawKey(hash_key, sort_key);
    request.value = value;
    request.expire_ts_seconds = static_cast<std::int32_t>(rng.next());
    ASSERT_EQ(setArgs(key, value, request.expire_ts_seconds), wire::golden::encodedArgs(request))
        << i;
    std::string expected;
    wire::appendBlobArgs(expected, request.key.bytes);
    ASSERT_EQ(rawKeyArgs(key), expected) << i;
  }
}

TEST(Encode, AppendsToWhatIsThere) {
  std::string out = "before";
  put::rawKeyArgs(out, kGoldenKey);
  EXPECT_EQ(out, "before" + rawKeyArgs(kGoldenKey));
}

}  // namespace
}  // namespace bridle::internal
