// Scans while servers fail, primaries move and contexts get lost.
#include "sim/scenarios/scan_fixture.h"

namespace bridle::internal::sim {
namespace {

using testing::IsEmpty;
namespace rpc_names = wire::rpc_names;

class ScanTroubleTest : public ScanTest {
 protected:
  void moveAllPrimaries() {
    for (int i = 0; i < cluster().partitions("t"); ++i) {
      ASSERT_THAT(cluster().movePrimary("t", i), IsOk());
    }
  }
  int addError(const std::string& error) {
    return world_->addFault({.op = OneboxOp::kRead, .error = error});
  }
};

TEST_F(ScanTroubleTest, A49_ThePrimaryMovesBeforeEveryPage) {
  fill(30, 10);
  Scanner scanner = wholeTable({.page_size = 9});
  EXPECT_EQ(keysOf(drain(scanner, [this](int) { moveAllPrimaries(); })), expected());
  Scanner ordered = oneHashKey("user3", {}, {.page_size = 2});
  EXPECT_EQ(drain(ordered, [this](int) { moveAllPrimaries(); }).size(), 10U);
}

TEST_F(ScanTroubleTest, A49_ThePrimaryMovesWhileAPageIsUnderWay) {
  fill(30, 10);
  Scanner scanner = wholeTable({.page_size = 9});
  const Rows rows = drain(scanner, [this](int) { after(150us, [this] { moveAllPrimaries(); }); });
  EXPECT_EQ(keysOf(rows), expected());
}

TEST_F(ScanTroubleTest, A49_ServersAreKilledOneAfterTheOther) {
  fill(40, 10);
  Scanner scanner = wholeTable({.page_size = 20, .timeout_ms = 20'000});
  const Rows rows = drain(scanner, [this](int page) {
    if (page % 3 != 1) return;
    const int server = page / 3 % 3;
    ASSERT_THAT(cluster().startReplica((server + 2) % 3), IsOk());
    pass(1s);
    ASSERT_THAT(cluster().stopReplica(server), IsOk());
  });
  EXPECT_EQ(keysOf(rows), expected());
}

TEST_F(ScanTroubleTest, A50_AfterAnErrorTheNextCallGoesOn) {
  fill(30, 10);
  Scanner scanner = wholeTable({.page_size = 15, .timeout_ms = 200});
  Rows rows = *nextPage(scanner);
  for (const char* error : {"ERR_INVALID_STATE", "ERR_BUSY", "ERR_ACL_DENY"}) {
    const int fault = addError(error);
    EXPECT_FALSE(nextPage(scanner).ok()) << "an error is no end: " << error;
    EXPECT_FALSE(nextPage(scanner).ok());
    cluster().removeFault(fault);
    const absl::StatusOr<Rows> page = nextPage(scanner);
    ASSERT_THAT(page, IsOk());
    rows.insert(rows.end(), page->begin(), page->end());
  }
  const Rows rest = drain(scanner);
  rows.insert(rows.end(), rest.begin(), rest.end());
  EXPECT_EQ(keysOf(rows), expected());
}

TEST_F(ScanTroubleTest, A50_AnAnswerThatWasLostHasUsedUpTheContext) {
  fill(30, 10);
  Scanner scanner = wholeTable({.page_size = 15, .timeout_ms = 200});
  Rows rows;
  const Rows rest = drain(scanner, [&](int page) {
    if (page % 2 == 0) return;
    const int fault = world_->addFault({.op = OneboxOp::kRead, .drop = true});
    EXPECT_THAT(nextPage(scanner), FailsWith(StatusCode::kDeadlineExceeded,
                                             HasSubstr("scan on table \"t\" partition ")));
    cluster().removeFault(fault);
  });
  EXPECT_EQ(keysOf(rest), expected());
}

TEST_F(ScanTroubleTest, AContextThatTheServerHasForgottenIsOpenedAgainAfterTheLastRow) {
  fill(30, 10);
  const ScanOptions options{.hash_key_filter = Filter::prefix("user1"),
                            .sort_key_filter = Filter::postfix("5"),
                            .page_size = 4};
  Scanner scanner = wholeTable(options);
  const Rows rows = drain(scanner, [this](int page) {
    if (page % 2 == 1) pass(6min);  // contexts live for five
  });
  EXPECT_EQ(keysOf(rows), expected([](std::string_view hash_key, std::string_view sort_key) {
              return hash_key.starts_with("user1") && sort_key.ends_with("5");
            }));
}

TEST_F(ScanTroubleTest, A48_RowsThatComeWithATimeLimitAreNotTheEnd) {
  fill(1, 1300);
  setEnv("replica.rocksdb_iteration_threshold_time_ms", "1");  // 500 records at a time
  pass(10s);
  Scanner scanner = oneHashKey("user0");
  Rows rows = drain(scanner);
  EXPECT_EQ(keysOf(rows), expected());
  Scanner counting = oneHashKey("user0");
  EXPECT_EQ(*count(counting), 1300) << "the server cannot count so far";
}

TEST_F(ScanTroubleTest, A48_ATimeLimitBeforeAnyRowIsAClearErrorAfterSomeTries) {
  fill(1, 1300);
  setEnv("replica.rocksdb_iteration_threshold_time_ms", "1");
  pass(10s);
  Scanner scanner = oneHashKey("user0", {.filter = Filter::postfix("2299")});
  world_->forgetSeen();
  EXPECT_THAT(nextPage(scanner), FailsWithCode(ErrorCode::kIncomplete));
  EXPECT_EQ(seen(rpc_names::kGetScanner), 3);
  setEnv("replica.rocksdb_iteration_threshold_time_ms", "30000");
  pass(10s);
  EXPECT_EQ(drain(scanner).size(), 1U) << "it may go on";
}

TEST_F(ScanTroubleTest, A48_PagesWithoutRowsAreNotTheEnd) {
  fill(1, 900);
  Scanner scanner = oneHashKey("user0", {.filter = Filter::postfix("899")}, {.page_size = 100});
  const Rows rows = drain(scanner);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].sort_key, "s1899");
}

TEST_F(ScanTroubleTest, TheTimeOutOfAPageIsKeptAndNoRowIsLost) {
  fill(30, 10);
  const int fault =
      world_->addFault({.op = OneboxOp::kRead, .delay_min_ms = 300, .delay_max_ms = 300});
  Scanner scanner = wholeTable({.page_size = 50, .timeout_ms = 100});
  const TimePoint start = now();
  EXPECT_THAT(nextPage(scanner), FailsWithCode(ErrorCode::kDeadlineExceeded));
  EXPECT_EQ(now() - start, 100ms);
  cluster().removeFault(fault);
  EXPECT_EQ(keysOf(drain(scanner)), expected());
}

TEST_F(ScanTroubleTest, ATableThatWasMadeAnewIsNotTheOneThatWasScanned) {
  fill(30, 10);
  Scanner scanner = wholeTable({.page_size = 15, .timeout_ms = 5000});
  ASSERT_THAT(nextPage(scanner), IsOk());
  world_->dropTable("t");
  ASSERT_THAT(world_->createTable("t", kPartitions), IsOk());
  absl::StatusOr<Rows> page;
  for (int i = 0; i < 20 && (page = nextPage(scanner)).ok(); ++i) EXPECT_FALSE(page->empty());
  EXPECT_THAT(page, FailsWithCode(ErrorCode::kTableNotFound));
}

TEST_F(ScanTroubleTest, A23_AScanOfAHashKeyThatHasReadNothingFollowsToATableMadeAnew) {
  fill(1, 5);
  Scanner early = oneHashKey("user0", {}, {.page_size = 1});
  Scanner counting = oneHashKey("user0");
  Scanner late = oneHashKey("user0", {}, {.page_size = 1});
  ASSERT_THAT(next(late), IsOk());
  world_->dropTable("t");
  ASSERT_THAT(world_->createTable("t", 8 * kPartitions), IsOk());
  const auto removed = run<absl::StatusOr<std::int64_t>>(
      [this](auto handler) { table().asyncDelRange("user0", {}, handler); });
  ASSERT_THAT(removed, IsOk());
  EXPECT_EQ(*removed, 0);
  fill(1, 3);
  EXPECT_EQ(drain(early).size(), 3U);
  EXPECT_EQ(*count(counting), 3);
  EXPECT_THAT(next(late), FailsWith(StatusCode::kNotFound, HasSubstr("created again")));
}

TEST_F(ScanTroubleTest, ClosingTheClientEndsAScanWithAnError) {
  fill(30, 10);
  Scanner scanner = wholeTable({.page_size = 15});
  ASSERT_THAT(nextPage(scanner), IsOk());
  std::optional<absl::StatusOr<Rows>> page;
  scanner.asyncNextPage([&page](absl::StatusOr<Rows> result) { page = std::move(result); });
  pass(100us);
  client_->close();
  pass(1ms);
  ASSERT_TRUE(page.has_value());
  EXPECT_THAT(*page, FailsWithCode(ErrorCode::kClosed));
}

}  // namespace
}  // namespace bridle::internal::sim
