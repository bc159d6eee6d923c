#include <chrono>

#include "api_fixture.h"
#include "bridle/admin.h"

// Servers that throttle a table, as administrators set it up. Its four partitions share a rate, and
// each may do one more: 4 a second are 2 for each.
namespace bridle {
namespace {

class ThrottlingTest : public ApiTest {
 protected:
  void setEnv(const std::string& key, const std::string& value) {
    ASSERT_THAT(client_->admin().setTableEnvs("t", {{key, value}}), IsOk());
  }
  void clearEnvs() { ASSERT_THAT(client_->admin().clearTableEnvs("t"), IsOk()); }

  // The first error of some calls in a row. They are enough for two seconds, in one of which they
  // may begin.
  template <typename Call>
  static absl::Status firstError(const Call& call) {
    for (int i = 0; i < 8; ++i) {
      if (absl::Status status = call(); !status.ok()) return status;
    }
    return absl::OkStatus();
  }

  static void expectThrottled(const absl::Status& status) {
    EXPECT_THAT(status, FailsWith(StatusCode::kResourceExhausted,
                                  AllOf(HasSubstr("ERR_BUSY"), HasSubstr("table \"t\""))));
    EXPECT_EQ(codeOf(status), ErrorCode::kThrottled);
    EXPECT_FALSE(mayHaveExecuted(status));
  }

  // Far from any retry, lest a slow machine has the call end before the answer to one: the last one
  // comes at 400 ms at the latest, a further one would at 650 at the earliest.
  static constexpr double kTimeoutMs = 500;
};

TEST_F(ThrottlingTest, A69_WritesOverTheRateAreThrottled) {
  Table table = open();
  const auto set = [&] { return table.set({"k"}, "v", {.timeout_ms = kTimeoutMs}); };
  setEnv("replica.write_throttling", "4*reject*1");
  expectThrottled(firstError(set));
  EXPECT_THAT(table.get({"k"}), IsOk());
  clearEnvs();
  EXPECT_THAT(firstError(set), IsOk());
}

TEST_F(ThrottlingTest, A69_ReadsOverTheRateAreThrottled) {
  Table table = open();
  setEnv("replica.read_throttling", "4*reject*1");
  expectThrottled(
      firstError([&] { return table.get({"k"}, {.timeout_ms = kTimeoutMs}).status(); }));
  EXPECT_THAT(table.set({"k"}, "v"), IsOk());
}

TEST_F(ThrottlingTest, ACallThatMayWaitOutlastsARefusal) {
  Table table = open();
  setEnv("replica.write_throttling", "4*reject*1");
  for (int i = 0; i < 3; ++i) {
    EXPECT_THAT(table.set({"k"}, "v", {.timeout_ms = 10'000}), IsOk());
  }
  EXPECT_GE(client_->stats().tables["t"].retries, 1U);
}

TEST_F(ThrottlingTest, DelayedCallsAreLateButGood) {
  Table table = open();
  setEnv("replica.read_throttling", "4*delay*100");
  const auto start = std::chrono::steady_clock::now();
  EXPECT_THAT(firstError([&] { return table.get({"k"}).status(); }), IsOk());
  EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(100));
}

TEST_F(ThrottlingTest, A69_BytesOverTheRateAreThrottled) {
  Table table = open();
  ASSERT_THAT(table.set({"k"}, std::string(600, 'v')), IsOk());
  setEnv("replica.read_throttling_by_size", "4000");
  expectThrottled(
      firstError([&] { return table.get({"k"}, {.timeout_ms = kTimeoutMs}).status(); }));
  clearEnvs();
  setEnv("replica.write_throttling_by_size", "4000*reject*1");
  EXPECT_THAT(table.set({"k"}, "small"), IsOk());
  expectThrottled(table.set({"k"}, std::string(2000, 'v'), {.timeout_ms = kTimeoutMs}));
}

// No reply comes to those over the rate: the primary's counts.
TEST_F(ThrottlingTest, ABackupRequestOverTheRateLeavesItsCallToThePrimary) {
  Table table = open({.backup_request_ms = 5, .backup_request_max_ratio = 1});
  ASSERT_THAT(table.set({"k"}, "v"), IsOk());
  setEnv("replica.backup_request_throttling", "4*reject*1");
  addFault({.role = OneboxRole::kPrimary,
            .op = OneboxOp::kGet,
            .delay_min_ms = 200,
            .delay_max_ms = 200});
  constexpr int kReads = 12;
  for (int i = 0; i < kReads; ++i) EXPECT_THAT(*table.get({"k"}), Optional(std::string("v")));
  const TableStats stats = client_->stats().tables["t"];
  EXPECT_EQ(stats.backup_sent, std::uint64_t{kReads});
  EXPECT_GE(stats.backup_won, 2U);
  EXPECT_LT(stats.backup_won, std::uint64_t{kReads});
  EXPECT_EQ(stats.failed(), 0U);
}

}  // namespace
}  // namespace bridle
