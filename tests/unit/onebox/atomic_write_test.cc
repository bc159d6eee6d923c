// Writes of several records, and writes that depend on what they find.

#include "data_fixture.h"
#include "onebox/data/value_check.h"
#include "onebox/integer_text.h"

namespace bridle::internal::onebox {
namespace {

constexpr int kOk = 0;
constexpr int kInvalidArgument = 4;
constexpr int kTryAgain = 13;

class AtomicWriteTest : public DataTest {
 protected:
  wire::incr_response incr(std::string_view key, std::int64_t by, std::int32_t expire_ts = 0) {
    wire::incr_request request;
    request.key.bytes = key;
    request.increment = by;
    request.expire_ts_seconds = expire_ts;
    return call<wire::incr_response>(rpc_names::kIncr, request);
  }

  std::int32_t ttlOf(std::string_view key, const FrameOptions& options = {}) {
    return primary().call(ttlFrame(key, options)).as<wire::ttl_response>().ttl_seconds;
  }

  static wire::check_and_set_request setIf(wire::cas_check_type::type type,
                                           std::string_view value) {
    wire::check_and_set_request request;
    request.hash_key.bytes = "user";
    request.check_sort_key.bytes = "1";
    request.check_type = type;
    request.set_value.bytes = value;
    request.return_check_value = true;
    return request;
  }
};

TEST_F(AtomicWriteTest, A63_AnIncrementKeepsSetsOrClearsTheTtl) {
  put(kKey, "5", expireIn(100));
  EXPECT_EQ(incr(kKey, 1).new_value, 6);
  EXPECT_NEAR(ttlOf(kKey), 100, 5);
  EXPECT_EQ(incr(kKey, 1, expireIn(500)).new_value, 7);
  EXPECT_NEAR(ttlOf(kKey), 500, 5);
  EXPECT_EQ(incr(kKey, 1, -1).new_value, 8);
  EXPECT_EQ(ttlOf(kKey), -1);
}

TEST_F(AtomicWriteTest, AnIncrementKeepsAnExpiryBeyondTheSignBit) {
  put(kKey, "5", -5);
  incr(kKey, 1);
  EXPECT_EQ(get(kKey).value.bytes, "6");
  EXPECT_LT(ttlOf(kKey), -1);
}

TEST_F(AtomicWriteTest, AnIncrementStartsAnewWhenTheRecordHasExpired) {
  put(kKey, "5", expireIn(3));
  EXPECT_EQ(incr(kKey, 1).new_value, 6);
  reactor_.runFor(3s);
  EXPECT_EQ(incr(kKey, 1).new_value, 1);
  EXPECT_EQ(ttlOf(kKey), -1);
}

TEST_F(AtomicWriteTest, AFailedIncrementChangesNothingButUsesADecree) {
  put(kKey, "text", expireIn(100));
  const auto failed = incr(kKey, 1, -1);
  EXPECT_EQ(failed.error, kInvalidArgument);
  EXPECT_EQ(failed.decree, 2);
  EXPECT_EQ(get(kKey).value.bytes, "text");
  EXPECT_NEAR(ttlOf(kKey), 100, 5);
}

TEST_F(AtomicWriteTest, EveryWriteTakesTheDefaultTtlOfItsTable) {
  const auto id =
      cluster_->createTable({.name = "fading", .partitions = 1, .envs = {{"default_ttl", "60"}}});
  ASSERT_THAT(id, IsOk());
  RawClient& server = replica(*cluster_->partition("fading", 0)->config().primary);
  const FrameOptions to{.app_id = *id};
  const auto ttl = [&](std::string_view sort_key) {
    return server.call(ttlFrame(wire::rawKey("user", sort_key), to))
        .as<wire::ttl_response>()
        .ttl_seconds;
  };
  wire::multi_put_request multi_put;
  multi_put.hash_key.bytes = "user";
  multi_put.kvs.emplace_back().key.bytes = "multi_put";
  server.call(structFrame(rpc_names::kMultiPut, multi_put, to));
  EXPECT_NEAR(ttl("multi_put"), 60, 5);

  wire::incr_request incr_request;
  incr_request.key.bytes = wire::rawKey("user", "incr");
  incr_request.expire_ts_seconds = -1;  // cleared, and given again
  server.call(structFrame(rpc_names::kIncr, incr_request, to));
  EXPECT_NEAR(ttl("incr"), 60, 5);

  server.call(
      structFrame(rpc_names::kCheckAndSet, setIf(wire::cas_check_type::CT_NO_CHECK, "v"), to));
  EXPECT_NEAR(ttl("1"), 60, 5);
}

TEST_F(AtomicWriteTest, AnExpiredValueCountsAsAbsentInChecks) {
  put(kKey, "old", expireIn(3));
  reactor_.runFor(3s);
  const auto set = call<wire::check_and_set_response>(
      rpc_names::kCheckAndSet, setIf(wire::cas_check_type::CT_VALUE_NOT_EXIST, "new"));
  EXPECT_EQ(set.error, kOk);
  EXPECT_TRUE(set.check_value_returned);
  EXPECT_FALSE(set.check_value_exist);
  EXPECT_EQ(get(kKey).value.bytes, "new");
}

TEST_F(AtomicWriteTest, ACheckThatFailsWritesNothing) {
  put(kKey, "old");
  const auto set = call<wire::check_and_set_response>(
      rpc_names::kCheckAndSet, setIf(wire::cas_check_type::CT_VALUE_NOT_EXIST, "new"));
  EXPECT_EQ(set.error, kTryAgain);
  EXPECT_EQ(set.check_value.bytes, "old");
  EXPECT_EQ(set.decree, 2);
  EXPECT_EQ(get(kKey).value.bytes, "old");
}

// The list of mutations is looked at before the condition.
TEST_F(AtomicWriteTest, ABadMutationIsRefusedEvenIfTheCheckWouldFail) {
  put(kKey, "old");
  wire::check_and_mutate_request request;
  request.hash_key.bytes = "user";
  request.check_sort_key.bytes = "1";
  request.check_type = wire::cas_check_type::CT_VALUE_NOT_EXIST;
  request.return_check_value = true;
  request.mutate_list.emplace_back().operation = static_cast<wire::mutate_operation::type>(9);
  const auto response = call<wire::check_and_mutate_response>(rpc_names::kCheckAndMutate, request);
  EXPECT_EQ(response.error, kInvalidArgument);
  EXPECT_FALSE(response.check_value_returned);
}

TEST_F(AtomicWriteTest, KeysThatCannotBeAreRefused) {
  const std::string too_long(65'535, 'h');
  EXPECT_EQ(incr("", 1).error, kInvalidArgument);
  EXPECT_EQ(incr("\xff\xff", 1).error, kInvalidArgument);
  wire::multi_put_request multi_put;
  multi_put.hash_key.bytes = too_long;
  multi_put.kvs.emplace_back();
  EXPECT_EQ(call<wire::update_response>(rpc_names::kMultiPut, multi_put).error, kInvalidArgument);
  wire::multi_remove_request multi_remove;
  multi_remove.hash_key.bytes = too_long;
  multi_remove.sort_keys.emplace_back();
  EXPECT_EQ(call<wire::multi_remove_response>(rpc_names::kMultiRemove, multi_remove).error,
            kInvalidArgument);
  auto check_and_set = setIf(wire::cas_check_type::CT_NO_CHECK, "v");
  check_and_set.hash_key.bytes = too_long;
  EXPECT_EQ(call<wire::check_and_set_response>(rpc_names::kCheckAndSet, check_and_set).error,
            kInvalidArgument);
  EXPECT_TRUE(primary().open());
}

TEST_F(AtomicWriteTest, ArgumentsThatAreCutOffCloseTheConnection) {
  wire::check_and_mutate_request mutate;
  mutate.mutate_list.emplace_back();
  wire::multi_put_request multi_put;
  multi_put.kvs.emplace_back();
  std::string mutate_args;
  wire::appendArgs(mutate_args, mutate);
  std::string multi_put_args;
  wire::appendArgs(multi_put_args, multi_put);
  for (const auto& [rpc, args] : {std::pair(rpc_names::kCheckAndMutate, mutate_args),
                                  std::pair(rpc_names::kMultiPut, multi_put_args)}) {
    for (std::size_t size = 0; size < args.size(); ++size) {
      RawClient client(network_, replicaAt(0));
      client.exchange(frameOf(rpc, args.substr(0, size), {}));
      EXPECT_TRUE(client.closed()) << rpc << " of " << size << " bytes";
    }
  }
  EXPECT_EQ(cluster_->partition("t", 0)->decree(), 0);
}

TEST(IntegerText, TakesTheLiteralsOfC) {
  EXPECT_EQ(integerOf("0"), 0);
  EXPECT_EQ(integerOf("-0x10"), -16);
  EXPECT_EQ(integerOf(" \t+017"), 15);
  EXPECT_EQ(integerOf("-9223372036854775808"), INT64_MIN);
  for (const char* const text : {"", " ", "+", "0x", "09", "1 ", "1.0", "--1", "1e3", "nan",
                                 "9223372036854775808", "-9223372036854775809"}) {
    EXPECT_EQ(integerOf(text), std::nullopt) << text;
  }
}

TEST(ValueCheck, KnowsEighteenChecks) {
  using Type = wire::cas_check_type;
  EXPECT_TRUE(isCheck(Type::CT_NO_CHECK));
  EXPECT_TRUE(isCheck(Type::CT_VALUE_INT_GREATER));
  EXPECT_FALSE(isCheck(static_cast<Type::type>(-1)));
  EXPECT_FALSE(isCheck(static_cast<Type::type>(18)));
}

// For an absent value the operand does not matter, even if it is no integer.
TEST(ValueCheck, WithoutAValueOnlyChecksForAbsencePass) {
  for (int type = 0; type <= 17; ++type) {
    const bool passes = type <= wire::cas_check_type::CT_VALUE_NOT_EXIST_OR_EMPTY;
    EXPECT_EQ(check(static_cast<wire::cas_check_type::type>(type), std::nullopt, "no integer"),
              passes ? CheckResult::kPassed : CheckResult::kFailed)
        << type;
  }
}

}  // namespace
}  // namespace bridle::internal::onebox
