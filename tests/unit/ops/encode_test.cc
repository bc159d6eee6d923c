#include "ops/encode.h"

#include <string>

#include "base/rng.h"
#include "op_test.h"

namespace bridle::internal::test {
namespace {

constexpr Key kKey{"hello", "world"};

std::string rawKeyArgs(const Key& key) {
  std::string out;
  put::rawKeyArgs(out, key);
  return out;
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
    const int ttl = request.expire_ts_seconds;
    ASSERT_EQ(encoded(SetRequest{key, value, {ttl}}), wire::golden::encodedArgs(request)) << i;
    std::string expected;
    wire::appendBlobArgs(expected, request.key.bytes);
    ASSERT_EQ(rawKeyArgs(key), expected) << i;
  }
}

TEST(Encode, AppendsToWhatIsThere) {
  std::string out = "before";
  put::rawKeyArgs(out, kKey);
  EXPECT_EQ(out, "before" + rawKeyArgs(kKey));
}

}  // namespace
}  // namespace bridle::internal::test
