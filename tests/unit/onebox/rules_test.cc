// The envs of a table as rules, and what the meta server says of their values.

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "onebox/meta/env_checks.h"
#include "onebox/rules/table_rules.h"
#include "support/status_matchers.h"

namespace bridle::internal::onebox {
namespace {

using namespace std::chrono_literals;
using test::FailsWith;

constexpr auto kBad = absl::StatusCode::kInvalidArgument;

TEST(ThrottleRuleTest, HasADelayARejectionOrBothInEitherOrder) {
  for (const char* text : {"10*delay*5,20K*reject*7", "20K*reject*7,10*delay*5"}) {
    const auto rule = ThrottleRule::parse(text);
    ASSERT_TRUE(rule.ok());
    EXPECT_EQ(rule->delay->rate, 10);
    EXPECT_EQ(rule->delay->wait, 5ms);
    EXPECT_EQ(rule->reject->rate, 20 * 1024);
    EXPECT_EQ(rule->reject->wait, 7ms);
  }
  EXPECT_FALSE(ThrottleRule::parse("1M*delay*0")->reject.has_value());
  EXPECT_EQ(ThrottleRule::parse("1M*delay*0")->delay->rate, 1024 * 1024);
}

TEST(ThrottleRuleTest, ItsRateIsSplitOverThePartitions) {
  const ThrottleRule::Limit limit{.rate = 10};
  EXPECT_EQ(limit.ofPartition(1), 11);
  EXPECT_EQ(limit.ofPartition(4), 3);
  EXPECT_EQ(limit.ofPartition(100), 1);
}

TEST(ThrottleRuleTest, SaysWhatIsWrong) {
  EXPECT_THAT(ThrottleRule::parse(""), FailsWith(kBad, "The value shouldn't be empty"));
  EXPECT_THAT(ThrottleRule::parse("10*delay"),
              FailsWith(kBad, "The field count of '10*delay' separated by '*' must be 3"));
  EXPECT_THAT(ThrottleRule::parse("x*delay*1"),
              FailsWith(kBad, "'x' should be an unsigned integer"));
  EXPECT_THAT(ThrottleRule::parse("-1*delay*1"),
              FailsWith(kBad, "'-1' should be an unsigned integer"));
  EXPECT_THAT(ThrottleRule::parse("1*later*1"),
              FailsWith(kBad, "'later' should be 'delay' or 'reject'"));
  EXPECT_THAT(ThrottleRule::parse("1*delay*1,2*delay*2"),
              FailsWith(kBad, "duplicate 'delay' config"));
  EXPECT_THAT(ThrottleRule::parse("1*delay*x"),
              FailsWith(kBad, "'x' should be an unsigned integer"));
}

TEST(ThrottleRuleTest, HugeNumbersAreTheMost) {
  const auto rule = ThrottleRule::parse("18446744073709551615M*delay*18446744073709551615");
  ASSERT_TRUE(rule.ok());
  EXPECT_GT(rule->delay->ofPartition(1), 0);
  EXPECT_GT(rule->delay->wait, 24h);
}

// " 0x10" and the like, as of the values that are incremented.
TEST(ThrottleRuleTest, ItsNumbersAreLiteralsOfC) {
  const auto rule = ThrottleRule::parse("0x10K*delay*010");
  ASSERT_TRUE(rule.ok());
  EXPECT_EQ(rule->delay->rate, 16 * 1024);
  EXPECT_EQ(rule->delay->wait, 8ms);
  EXPECT_TRUE(ThrottleRule::parse("-0*delay*1").ok());
  for (const char* text : {"1 *delay*1", "1*delay*1 ", "09*delay*1", "1 K*delay*1", "-1*delay*1"}) {
    EXPECT_FALSE(ThrottleRule::parse(text).ok()) << text;
  }
  EXPECT_EQ(parseByteRate("020").value(), 16);
  EXPECT_FALSE(parseByteRate("20 ").ok());
}

TEST(ByteRateTest, IsANumberOrTheRateOfARejection) {
  EXPECT_EQ(parseByteRate("1000").value(), 1000);
  EXPECT_EQ(parseByteRate("2K").value(), 2048);
  EXPECT_EQ(parseByteRate("1M").value(), 1024 * 1024);
  EXPECT_EQ(parseByteRate("5*delay*1,20*reject*1").value(), 20);
  EXPECT_EQ(parseByteRate("5*delay*1").value(), 0);
  EXPECT_THAT(parseByteRate("fast"),
              FailsWith(kBad, "wrong format, you can set like 20000 or 20K"));
}

TEST(DenyRuleTest, SaysHowAndWhat) {
  const auto rule = DenyRule::parse("timeout*write");
  ASSERT_TRUE(rule.ok());
  EXPECT_EQ(rule->mode, DenyRule::Mode::kTimeout);
  EXPECT_FALSE(rule->reads);
  EXPECT_TRUE(rule->writes);
  EXPECT_TRUE(DenyRule::parse("reconfig*all")->reads);
  EXPECT_TRUE(DenyRule::parse("reconfig*all")->writes);
  for (const char* text : {"", "timeout", "timeout*", "*all", "timeout*all*", "now*read"}) {
    EXPECT_FALSE(DenyRule::parse(text).ok()) << text;
  }
}

TEST(TableRulesTest, IllFormedValuesCountAsAbsent) {
  const TableRules rules = TableRules::of({{"default_ttl", "x"},
                                           {"replica.read_throttling", "fast"},
                                           {"replica.read_throttling_by_size", "fast"},
                                           {"replica.deny_client_request", "all"}});
  EXPECT_EQ(rules.default_ttl, 0U);
  EXPECT_FALSE(rules.read_throttling.has_value());
  EXPECT_EQ(rules.read_bytes_per_second, 0);
  EXPECT_EQ(rules.deny.mode, DenyRule::Mode::kOff);
}

TEST(TableRulesTest, NumbersAreLiteralsOfC) {
  const auto ttl = [](const char* value) {
    return TableRules::of({{"default_ttl", value}}).default_ttl;
  };
  EXPECT_EQ(ttl("010"), 8U);
  EXPECT_EQ(ttl(" 0x10"), 16U);
  EXPECT_EQ(ttl("2147483647"), 2147483647U);
  for (const char* value : {"8 ", "-8", "2147483648", "08", ""}) EXPECT_EQ(ttl(value), 0U) << value;
  EXPECT_EQ(
      TableRules::of({{"replica.rocksdb_iteration_threshold_time_ms", "0x7f"}}).iteration_time_ms,
      127U);
}

TEST(TableRulesTest, ABooleanIsTrueOrFalseInLettersOfAnyCase) {
  const auto validates = [](const char* value) {
    return TableRules::of({{"replica.split.validate_partition_hash", value}})
        .validate_partition_hash;
  };
  for (const char* value : {"true", "TRUE", "True"}) EXPECT_TRUE(validates(value)) << value;
  for (const char* value : {"false", "FALSE", "1", "0", "yes", ""}) {
    EXPECT_FALSE(validates(value)) << value;
  }
}

struct Refused {
  const char* key;
  const char* value;
  const char* hint;
};

TEST(EnvChecksTest, RefuseWhatTheServerRefuses) {
  for (const Refused& env : {
           Refused{"foo", "1", "app_env 'foo' is not supported"},
           Refused{"default_ttl", "-1", "invalid value '-1', should be '>= 0'"},
           Refused{"default_ttl", "4294967296",
                   "invalid value '4294967296', should be an 32 bits integer"},
           Refused{"default_ttl", "8 ", "invalid value '8 ', should be an 32 bits integer"},
           Refused{"rocksdb.num_levels", "08", "invalid value '08', should be an 64 bits integer"},
           Refused{"replica.slow_query_threshold", "19", "invalid value '19', should be '>= 20'"},
           Refused{"replica.split.validate_partition_hash", "1",
                   "invalid value '1', should be a boolean"},
           Refused{"rocksdb.allow_ingest_behind", "maybe",
                   "invalid value 'maybe', should be a boolean"},
           Refused{"rocksdb.num_levels", "11", "invalid value '11', should be 'In range [1, 10]'"},
           Refused{"manual_compact.once.target_level", "0",
                   "invalid value '0', should be '-1 or >= 1'"},
           Refused{"manual_compact.once.target_level", "x",
                   "invalid value 'x', should be an 64 bits integer"},
           Refused{"rocksdb.usage_scenario", "fast", "bulk_load | normal | prefer_write"},
           Refused{"manual_compact.once.bottommost_level_compaction", "x", "force | skip"},
       }) {
    EXPECT_EQ(refusalOfEnv(env.key, env.value), env.hint);
  }
}

TEST(EnvChecksTest, TakeGoodValues) {
  for (const auto& [key, value] : {std::pair("default_ttl", "0"), std::pair("default_ttl", " 0x10"),
                                   std::pair("replica.split.validate_partition_hash", "False"),
                                   std::pair("manual_compact.once.target_level", "-1"),
                                   std::pair("rocksdb.write_buffer_size", "16777216"),
                                   std::pair("business.info", "anything at all")}) {
    EXPECT_EQ(refusalOfEnv(key, value), "") << key;
  }
}

TEST(EnvChecksTest, AtCreationOnlyOptionsOfTheStoreAreChecked) {
  EXPECT_TRUE(mayBeCreatedWith({{"default_ttl", "x"}, {"my.env", "1"}}));
  EXPECT_TRUE(mayBeCreatedWith({{"rocksdb.num_levels", "6"}}));
  EXPECT_FALSE(mayBeCreatedWith({{"rocksdb.num_levels", "99"}}));
  EXPECT_FALSE(mayBeCreatedWith({{"rocksdb.write_buffer_size", "1"}}));
}

}  // namespace
}  // namespace bridle::internal::onebox
