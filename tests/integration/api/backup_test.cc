#include "api_fixture.h"

// Backup requests on real sockets: what they do for a slow primary, and that nothing but reads is
// ever sent twice.
namespace bridle {
namespace {

constexpr OneboxFault kSlowPrimaries{
    .role = OneboxRole::kPrimary, .op = OneboxOp::kRead, .delay_min_ms = 500, .delay_max_ms = 500};

std::uint64_t backupReads(const Onebox& onebox) {
  std::uint64_t sum = 0;
  for (int server = 0; server < 3; ++server) sum += onebox.counts(server).backup_reads;
  return sum;
}

TEST_F(ApiTest, ASlowPrimaryIsOvertakenByASecondary) {
  Table table = open({.backup_request_ms = 5, .backup_request_max_ratio = 1});
  ASSERT_THAT(table.set({"k"}, "v"), IsOk());
  addFault(kSlowPrimaries);
  for (int i = 0; i < 20; ++i) ASSERT_THAT(*table.get({"k"}), Optional(std::string("v")));
  EXPECT_THAT(*table.exist({"k"}), true);
  EXPECT_TRUE(table.ttl({"k"})->has_value());
  const TableStats stats = client_->stats().tables["t"];
  EXPECT_EQ(stats.backup_sent, 22U);
  EXPECT_EQ(stats.backup_won, 22U);
  EXPECT_EQ(backupReads(*onebox_), 22U);
  EXPECT_LT(stats.read_latency.max_ms, 500);
}

TEST_F(ApiTest, TheBudgetBoundsBackupRequests) {
  Table table = open({.backup_request_ms = 1, .backup_request_max_ratio = 0.05});
  addFault({.role = OneboxRole::kPrimary,
            .op = OneboxOp::kRead,
            .delay_min_ms = 20,
            .delay_max_ms = 20});
  for (int i = 0; i < 100; ++i) ASSERT_THAT(table.get({"k"}), IsOk());
  const TableStats stats = client_->stats().tables["t"];
  EXPECT_LE(stats.backup_sent, 10U) << "the tokens of the start, since no read was in time";
  EXPECT_GE(stats.backup_denied_budget, 90U);
}

TEST_F(ApiTest, A43_WritesAndPlainTablesSendNone) {
  Table hedged = open({.backup_request_ms = 1, .backup_request_max_ratio = 1});
  Table plain = open();
  addFault({.delay_min_ms = 10, .delay_max_ms = 10});
  for (int i = 0; i < 10; ++i) {
    ASSERT_THAT(hedged.set({"k"}, "v"), IsOk());
    ASSERT_THAT(hedged.del({"k"}), IsOk());
    ASSERT_THAT(plain.get({"k"}), IsOk());
  }
  EXPECT_EQ(backupReads(*onebox_), 0U);
}

TEST_F(ApiTest, A44_AnErrorOfTheSecondaryDoesNotEndTheCall) {
  Table table = open({.backup_request_ms = 5, .backup_request_max_ratio = 1});
  ASSERT_THAT(table.set({"k"}, "v"), IsOk());
  addFault({.role = OneboxRole::kPrimary,
            .op = OneboxOp::kRead,
            .delay_min_ms = 60,
            .delay_max_ms = 60});
  addFault({.role = OneboxRole::kSecondary, .error = "ERR_INVALID_STATE"});
  EXPECT_THAT(*table.get({"k"}), Optional(std::string("v")));
  EXPECT_EQ(client_->stats().tables["t"].backup_failed, 1U);
}

TEST_F(ApiTest, WithoutASecondaryThereIsNoBackup) {
  auto single = Onebox::start({.replicas = 1, .tables = {{"t", 1}}});
  ASSERT_THAT(single, IsOk());
  ASSERT_THAT((*single)->addFault({.op = OneboxOp::kRead, .delay_min_ms = 30, .delay_max_ms = 30}),
              IsOk());
  connect({.meta_servers = (*single)->metaServers()});
  Table table = open({.backup_request_ms = 5});
  EXPECT_THAT(table.get({"k"}), IsOk());
  EXPECT_EQ(client_->stats().tables["t"].backup_denied_no_secondary, 1U);
}

TEST_F(ApiTest, StatisticsAddUp) {
  Table table = open({.backup_request_ms = 5, .backup_request_max_ratio = 1});
  addFault(
      {.role = OneboxRole::kPrimary, .probability = 0.2, .delay_min_ms = 10, .delay_max_ms = 10});
  constexpr int kCalls = 100;
  for (int i = 0; i < kCalls; ++i) {
    ASSERT_THAT(table.set({std::to_string(i)}, "v"), IsOk());
    ASSERT_THAT(table.get({std::to_string(i)}), IsOk());
  }
  (void)table.get({"k"}, {.timeout_ms = -1});  // refused: not a call
  const ClientStats stats = client_->stats();
  const TableStats& t = stats.tables.at("t");
  EXPECT_EQ(t.reads, kCalls);
  EXPECT_EQ(t.writes, kCalls);
  EXPECT_EQ(t.ok + t.failed(), t.reads + t.writes);
  EXPECT_EQ(t.backup_sent, t.backup_won + t.backup_lost + t.backup_failed);
  EXPECT_EQ(t.read_latency.count, kCalls);
  EXPECT_LE(t.read_latency.p50_ms, t.read_latency.p99_ms);
  EXPECT_LE(t.read_latency.p99_ms, t.read_latency.max_ms);
  EXPECT_EQ(stats.connects, 3U);
  EXPECT_GE(stats.meta_queries, 1U);
}

}  // namespace
}  // namespace bridle
