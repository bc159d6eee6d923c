#include "client/request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <climits>
#include <cmath>
#include <limits>
#include <string>

#include "base/limits.h"
#include "rrdb_types.h"
#include "support/status_matchers.h"
#include "wire/key_codec.h"
#include "wire/thrift_io.h"

namespace bridle::internal {
namespace {

using detail::OpKind;
using detail::OpRequest;
using test::FailsWith;
using test::IsOk;
using testing::HasSubstr;

constexpr std::int64_t kNow = 1'700'000'000;
constexpr std::int64_t kNowSince2016 = kNow - 1'451'606'400;
constexpr OpKind kAllKinds[] = {OpKind::kGet, OpKind::kSet, OpKind::kDel, OpKind::kExist,
                                OpKind::kTtl};

OpRequest requestFor(OpKind kind, const Key& key = {"user1", "name"}) {
  return {.kind = kind, .key = key, .value = kind == OpKind::kSet ? "value" : ""};
}

std::string encoded(const OpRequest& request) {
  std::string args;
  encode(args, request, kNow);
  return args;
}

std::string rawKeyIn(const OpRequest& request) {
  const std::string args = encoded(request);
  if (request.kind != OpKind::kSet) return *wire::decodeBlobArgs(args);
  return wire::decodeArgs<wire::update_request>(args)->key.bytes;
}

auto refusedWith(const std::string& text) {
  return FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr(text));
}

TEST(Request, A56_EmptyPartsAreAllowedInOperationsOnOneRecord) {
  const Key keys[] = {{"", "name"}, {"user1", ""}, {"", ""}, {"user1", "name"}};
  for (const OpKind kind : kAllKinds) {
    for (const Key& key : keys) {
      for (const std::string_view value : {"", "value"}) {
        OpRequest request = requestFor(kind, key);
        if (kind == OpKind::kSet) request.value = value;
        EXPECT_THAT(check(request, kNow), IsOk()) << nameOf(kind);
        EXPECT_EQ(rawKeyIn(request), wire::rawKey(key.hash_key, key.sort_key)) << nameOf(kind);
      }
    }
  }
}

TEST(Request, A56_AnEmptyValueIsAValue) {
  OpRequest set = requestFor(OpKind::kSet);
  set.value = "";
  const auto decoded = wire::decodeArgs<wire::update_request>(encoded(set));
  ASSERT_THAT(decoded, IsOk());
  EXPECT_EQ(decoded->value.bytes, "");
}

TEST(Request, TheHashKeyHasALimit) {
  const std::string longest(65'534, 'k');
  const std::string too_long(65'535, 'k');
  for (const OpKind kind : kAllKinds) {
    EXPECT_THAT(check(requestFor(kind, {longest, ""}), kNow), IsOk());
    EXPECT_EQ(rawKeyIn(requestFor(kind, {longest, "s"})), wire::rawKey(longest, "s"));
    EXPECT_THAT(check(requestFor(kind, {too_long, ""}), kNow),
                refusedWith("the hash key has 65535 bytes; at most 65534 are allowed"));
  }
}

TEST(Request, KeyAndValueTogetherHaveALimit) {
  const std::string value(limits::kMaxRequestBytes - 9, 'v');
  OpRequest set = requestFor(OpKind::kSet);
  set.value = value;
  EXPECT_THAT(check(set, kNow), IsOk());
  set.key.sort_key = "names";
  EXPECT_THAT(check(set, kNow),
              refusedWith("key and value have 16776193 bytes; at most 16776192 are allowed"));
}

TEST(Request, TimeOutsHaveARange) {
  for (const OpKind kind : kAllKinds) {
    OpRequest request = requestFor(kind);
    for (const double good : {0.0, 0.001, 1.0, 1000.0, limits::kMaxTimeoutMs}) {
      request.timeout_ms = good;
      EXPECT_THAT(check(request, kNow), IsOk()) << good;
    }
    for (const double bad : {-0.001, -1.0, limits::kMaxTimeoutMs + 1, 1e300, std::nan(""),
                             std::numeric_limits<double>::infinity()}) {
      request.timeout_ms = bad;
      EXPECT_THAT(check(request, kNow), refusedWith("timeout_ms is ")) << bad;
    }
  }
}

TEST(Request, A62_TheTtlHasARange) {
  OpRequest set = requestFor(OpKind::kSet);
  const std::int64_t longest = INT32_MAX - kNowSince2016;
  for (const std::int64_t good : {std::int64_t{0}, std::int64_t{1}, longest}) {
    set.ttl_seconds = static_cast<int>(good);
    EXPECT_THAT(check(set, kNow), IsOk()) << good;
  }
  for (const std::int64_t bad :
       {std::int64_t{-1}, longest + 1, std::int64_t{INT_MAX}, std::int64_t{INT_MIN}}) {
    set.ttl_seconds = static_cast<int>(bad);
    EXPECT_THAT(check(set, kNow), refusedWith("ttl_seconds is ")) << bad;
  }
}

TEST(Request, A62_TheTtlBecomesAMomentInSecondsSince2016) {
  OpRequest set = requestFor(OpKind::kSet);
  const auto expiresAt = [&set](int ttl) {
    set.ttl_seconds = ttl;
    return wire::decodeArgs<wire::update_request>(encoded(set))->expire_ts_seconds;
  };
  EXPECT_EQ(expiresAt(0), 0);
  EXPECT_EQ(expiresAt(1), 248'393'601);
  EXPECT_EQ(expiresAt(86'400), 248'480'000);
  EXPECT_EQ(expiresAt(INT32_MAX - static_cast<int>(kNowSince2016)), INT32_MAX);
}

TEST(Request, AClockBefore2016HindersOnlyWhatExpires) {
  for (const OpKind kind : kAllKinds) EXPECT_THAT(check(requestFor(kind), 0), IsOk());
  OpRequest set = requestFor(OpKind::kSet);
  set.ttl_seconds = 10;
  EXPECT_THAT(check(set, 0), refusedWith("ttl_seconds is 10"));
}

TEST(Request, TheHashKeyLiesWhereItIsSaidToLie) {
  for (const OpKind kind : kAllKinds) {
    const std::string args = encoded(requestFor(kind));
    EXPECT_EQ(args.substr(hashKeyOffset(kind), 5), "user1") << nameOf(kind);
  }
}

TEST(Request, EachOperationHasItsName) {
  EXPECT_EQ(nameOf(OpKind::kGet), "get");
  EXPECT_EQ(nameOf(OpKind::kSet), "set");
  EXPECT_EQ(nameOf(OpKind::kDel), "del");
  EXPECT_EQ(nameOf(OpKind::kExist), "exist");
  EXPECT_EQ(nameOf(OpKind::kTtl), "ttl");
}

}  // namespace
}  // namespace bridle::internal
