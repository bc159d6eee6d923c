#include <climits>
#include <string>
#include <vector>

#include "api_fixture.h"

// Writes that depend on what is there: counters, checks, exchanges; and compressed values.
namespace bridle {
namespace {

using testing::ElementsAre;

using Sum = absl::StatusOr<std::int64_t>;

// Executed, and never answered: by silence, or by the end of the connection.
constexpr bool kWays[] = {false, true};
OneboxFault executedInVain(bool close) {
  return {.op = OneboxOp::kWrite, .drop = !close, .close = close};
}

TEST_F(ApiTest, IncrCountsFromNothing) {
  Table table = open();
  EXPECT_EQ(table.incr({"counter"}, 5), Sum(5));
  EXPECT_EQ(table.incr({"counter"}, -7), Sum(-2));
  EXPECT_THAT(*table.get({"counter"}), Optional(std::string("-2")));
  ASSERT_THAT(table.set({"empty"}, ""), IsOk());
  EXPECT_EQ(table.incr({"empty"}, 1), Sum(1));
}

TEST_F(ApiTest, IncrSaysWhatTheServerFound) {
  Table table = open();
  ASSERT_THAT(table.set({"text"}, "abc"), IsOk());
  const absl::Status no_integer = table.incr({"text"}, 1).status();
  EXPECT_THAT(no_integer,
              FailsWith(StatusCode::kFailedPrecondition,
                        AllOf(HasSubstr("incr \"text\" on table \"t\""),
                              HasSubstr("the stored value is no integer"), HasSubstr("status 4"))));
  EXPECT_EQ(codeOf(no_integer), ErrorCode::kRefused);
  EXPECT_FALSE(mayHaveExecuted(no_integer));
  ASSERT_THAT(table.set({"large"}, std::to_string(INT64_MAX)), IsOk());
  const absl::Status overflow = table.incr({"large"}, 1).status();
  EXPECT_EQ(codeOf(overflow), ErrorCode::kRefused);
  EXPECT_THAT(std::string(overflow.message()),
              HasSubstr("the stored value is 9223372036854775807, and the sum does not fit"));
}

TEST_F(ApiTest, A63_IncrKeepsSetsOrClearsTheTtl) {
  Table table = open();
  const auto ttl = [&] { return (**table.ttl({"counter"})).seconds; };
  EXPECT_THAT(table.incr({"counter"}, 1, {.ttl = TtlChange::set(1000)}), IsOk());
  EXPECT_THAT(ttl(), AllOf(testing::Gt(990), testing::Le(1000)));
  EXPECT_THAT(table.incr({"counter"}, 1), IsOk());
  EXPECT_THAT(ttl(), AllOf(testing::Gt(990), testing::Le(1000)));
  EXPECT_THAT(table.incr({"counter"}, 1, {.ttl = TtlChange::set(5000)}), IsOk());
  EXPECT_THAT(ttl(), testing::Gt(4000));
  EXPECT_THAT(table.incr({"counter"}, 1, {.ttl = TtlChange::clear()}), IsOk());
  EXPECT_EQ(ttl(), Ttl::kForever);
}

TEST_F(ApiTest, A68_AnIncrThatWasExecutedInVainIsNotRepeated) {
  Table table = open();
  int executed = 0;
  for (const bool close : kWays) {
    addFault(executedInVain(close));
    const absl::Status status = table.incr({"counter"}, 1, {.timeout_ms = 300}).status();
    EXPECT_EQ(codeOf(status), close ? ErrorCode::kOutcomeUnknown : ErrorCode::kDeadlineExceeded);
    EXPECT_TRUE(mayHaveExecuted(status)) << status;
    onebox_->clearFaults();
    EXPECT_THAT(*table.get({"counter"}), Optional(std::to_string(++executed)));
  }
}

TEST_F(ApiTest, A68_NorIsAConditionalWrite) {
  Table table = open();
  for (const bool close : kWays) {
    ASSERT_THAT(table.set({"h", "lock"}, "free"), IsOk());
    addFault(executedInVain(close));
    const Check is_free{"lock", CheckType::kBytesEqual, "free"};
    const absl::Status status =
        table.checkAndSet("h", is_free, {.value = "mine"}, {.timeout_ms = 300}).status();
    EXPECT_TRUE(mayHaveExecuted(status)) << status;
    EXPECT_EQ(errorInfo(status)->attempts, 1);
    onebox_->clearFaults();
    EXPECT_THAT(*table.get({"h", "lock"}), Optional(std::string("mine")));
  }
}

TEST_F(ApiTest, A68_WhatMayRunTwiceIsRepeated) {
  Table table = open();
  OneboxFault fault = executedInVain(true);
  fault.probability = 0.7;
  addFault(fault);
  CallInfo info;
  int tries = 0;
  for (int i = 0; i < 5; ++i) {
    const SetOptions options{.timeout_ms = 20'000, .info = &info};
    EXPECT_THAT(table.multiSet("h", {{"a", std::to_string(i)}}, options), IsOk());
    tries += info.tries;
  }
  EXPECT_GT(tries, 5);
  EXPECT_THAT(*table.get({"h", "a"}), Optional(std::string("4")));
}

TEST_F(ApiTest, ACheckIsMetOrNotAndGivesTheValue) {
  Table table = open();
  const Check absent{"s", CheckType::kNotExist};
  const CheckOptions give{.return_value = true};
  const auto first = table.checkAndSet("h", absent, {.value = "v1"}, give);
  ASSERT_THAT(first, IsOk());
  EXPECT_EQ(*first, (CheckResult{.applied = true, .value_returned = true}));
  const auto second = table.checkAndSet("h", absent, {.value = "v2"}, give);
  ASSERT_THAT(second, IsOk());
  EXPECT_EQ(*second, (CheckResult{.value_returned = true, .value = "v1"}));
  const Check prefix{"s", CheckType::kMatchPrefix, "v"};
  const auto other =
      table.checkAndSet("h", prefix, {.sort_key = "other", .value = "x", .ttl_seconds = 1000});
  ASSERT_THAT(other, IsOk());
  EXPECT_EQ(*other, (CheckResult{.applied = true}));
  EXPECT_THAT(*table.get({"h", "s"}), Optional(std::string("v1")));
  EXPECT_THAT(*table.get({"h", "other"}), Optional(std::string("x")));
  EXPECT_TRUE((**table.ttl({"h", "other"})).expires());
  const Check number{"s", CheckType::kIntLess, "7"};
  const absl::Status refused = table.checkAndSet("h", number, {.value = "x"}, give).status();
  EXPECT_EQ(codeOf(refused), ErrorCode::kRefused);
  EXPECT_THAT(std::string(refused.message()), HasSubstr("the value is \"v1\""));
}

TEST_F(ApiTest, SeveralChangesAreMadeOrNone) {
  Table table = open();
  ASSERT_THAT(table.set({"h", "old"}, "1"), IsOk());
  const std::vector<Mutation> changes{Mutation::set("new", "2"), Mutation::del("old")};
  const auto unmet = table.checkAndMutate("h", {"old", CheckType::kIntGreater, "5"}, changes);
  ASSERT_THAT(unmet, IsOk());
  EXPECT_FALSE(unmet->applied);
  const auto met = table.checkAndMutate("h", {"old", CheckType::kIntEqual, "1"}, changes);
  ASSERT_THAT(met, IsOk());
  EXPECT_TRUE(met->applied);
  EXPECT_THAT(table.multiGetRange("h")->entries, ElementsAre(Entry{"new", "2"}));
}

TEST_F(ApiTest, ValuesAreExchangedOrTheActualOneComesBack) {
  Table table = open();
  EXPECT_TRUE(table.compareExchange({"h", "s"}, std::nullopt, "v1")->applied);
  const auto late = table.compareExchange({"h", "s"}, std::nullopt, "v2");
  EXPECT_EQ(*late, (CheckResult{.value_returned = true, .value = "v1"}));
  EXPECT_TRUE(table.compareExchange({"h", "s"}, "v1", "v2")->applied);
  EXPECT_THAT(*table.get({"h", "s"}), Optional(std::string("v2")));
  EXPECT_EQ(table.compareExchange({"h", "none"}, "v", "w")->value, std::nullopt);
  EXPECT_THAT(table.compareExchange({"", "s"}, std::nullopt, "v"),
              FailsWith(StatusCode::kInvalidArgument, HasSubstr("the hash key is empty")));
}

TEST_F(ApiTest, A64_CompressionIsSeenByNobody) {
  Table plain = open();
  Table table = open({.compress_values = true});
  const std::string value(10'000, 'v');
  EXPECT_THAT(*table.get({"h", "s"}), testing::Eq(std::nullopt));
  ASSERT_THAT(table.set({"h", "s"}, value), IsOk());
  EXPECT_LT((**plain.get({"h", "s"})).size(), 100U);
  EXPECT_THAT(*table.get({"h", "s"}), Optional(value));
  ASSERT_THAT(plain.set({"h", "plain"}, value), IsOk());
  EXPECT_THAT(table.multiGetRange("h")->entries,
              ElementsAre(Entry{"plain", value}, Entry{"s", value}));
  EXPECT_TRUE(table.compareExchange({"h", "s"}, value, value + "!")->applied);
  EXPECT_EQ(table.compareExchange({"h", "s"}, value, "")->value, value + "!");
  EXPECT_EQ(table.incr({"counter"}, 3), Sum(3));
  EXPECT_THAT(*table.get({"counter"}), Optional(std::string("3")));
}

// The bytes of a value that is too large to be decompressed.
std::string hugeFrames(Table& plain, Table& compressing) {
  EXPECT_THAT(compressing.set({"h", "part"}, std::string(15 << 20, 'v')), IsOk());
  const std::string frame = plain.get({"h", "part"})->value();
  return frame + frame + frame + frame + frame;
}

TEST_F(ApiTest, AWriteWhoseCheckedValueIsTooLargeToBeReadSaysThatItWasApplied) {
  Table plain = open();
  Table table = open({.max_value_bytes = 0, .max_write_bytes = 0, .compress_values = true});
  const auto tooLarge = AllOf(HasSubstr("more than 67108864 bytes"), Not(HasSubstr("1 MiB")));
  const CheckOptions give{.return_value = true};
  const Check exists{"s", CheckType::kExist};
  ASSERT_THAT(plain.set({"h", "s"}, hugeFrames(plain, table)), IsOk());

  CallInfo info;
  const absl::Status mutated = table
                                   .checkAndMutate("h", exists, {Mutation::set("other", "v")},
                                                   {.return_value = true, .info = &info})
                                   .status();
  EXPECT_THAT(mutated, FailsWith(StatusCode::kInvalidArgument,
                                 AllOf(tooLarge, HasSubstr("the write was applied"),
                                       HasSubstr("it may have been executed"))));
  EXPECT_EQ(codeOf(mutated), ErrorCode::kTooLarge);
  EXPECT_TRUE(mayHaveExecuted(mutated));
  EXPECT_GT(info.decree, 0);
  EXPECT_THAT(*table.get({"h", "other"}), Optional(std::string("v")));
  EXPECT_TRUE(mayHaveExecuted(table.checkAndSet("h", exists, {"other", "w"}, give).status()));
  EXPECT_THAT(*table.get({"h", "other"}), Optional(std::string("w")));
}

TEST_F(ApiTest, AValueThatIsTooLargeToBeReadIsNoLimitOfTheServer) {
  Table plain = open();
  Table table = open({.max_value_bytes = 0, .max_write_bytes = 0, .compress_values = true});
  const auto tooLarge =
      AllOf(HasSubstr("more than 67108864 bytes"), HasSubstr("read it without compress_values"),
            Not(HasSubstr("1 MiB")), Not(HasSubstr("refused")));
  ASSERT_THAT(plain.set({"h", "s"}, hugeFrames(plain, table)), IsOk());
  const absl::Status statuses[] = {
      table.get({"h", "s"}).status(),
      table.checkAndSet("h", {"s", CheckType::kNotExist}, {.value = "v"}, {.return_value = true})
          .status(),
      table.compareExchange({"h", "s"}, "v", "w").status()};
  for (const absl::Status& status : statuses) {
    EXPECT_THAT(status, FailsWith(StatusCode::kInvalidArgument, tooLarge));
    EXPECT_EQ(codeOf(status), ErrorCode::kTooLarge);
    EXPECT_FALSE(mayHaveExecuted(status)) << "nothing was written";
  }
}

TEST_F(ApiTest, AnExchangeOfCompressedValuesMeansTheValueNotItsForm) {
  Table plain = open();
  Table table = open({.compress_values = true});
  ASSERT_THAT(plain.set({"h", "s"}, "as text"), IsOk());
  CallInfo info;
  const auto exchanged = table.compareExchange({"h", "s"}, "as text", "next", {.info = &info});
  ASSERT_THAT(exchanged, IsOk());
  EXPECT_EQ(*exchanged, (CheckResult{.applied = true, .value_returned = true, .value = "as text"}));
  EXPECT_EQ(info.tries, 2) << "first as a frame, then as it is stored";
  EXPECT_THAT(*table.get({"h", "s"}), Optional(std::string("next")));
  EXPECT_TRUE(table.compareExchange({"h", "s"}, "next", "last", {.info = &info})->applied);
  EXPECT_EQ(info.tries, 1);
  ASSERT_THAT(plain.set({"h", "empty"}, ""), IsOk());
  EXPECT_TRUE(table.compareExchange({"h", "empty"}, "", "full")->applied);
  EXPECT_FALSE(table.compareExchange({"h", "s"}, "something else", "x")->applied);
  EXPECT_FALSE(table.compareExchange({"h", "s"}, std::nullopt, "x")->applied);
  EXPECT_TRUE(table.compareExchange({"h", "new"}, std::nullopt, "x")->applied);
}

}  // namespace
}  // namespace bridle
