// Scans that another process goes on with.
#include "sim/scenarios/scan_fixture.h"

namespace bridle::internal::sim {
namespace {

class ScanTokenTest : public ScanTest {};

TEST_F(ScanTokenTest, AScanGoesOnAfterAnyRow) {
  fill(12, 3);
  for (int given = 0; given <= 36; ++given) {
    Rows rows;
    Scanner scanner = wholeTable({.page_size = 5});
    for (int i = 0; i < given; ++i) rows.push_back(**next(scanner));
    Scanner resumed = *table().resumeScan(scanner.token(), {.page_size = 4});
    const Rows rest = drain(resumed);
    rows.insert(rows.end(), rest.begin(), rest.end());
    EXPECT_EQ(keysOf(rows), expected()) << given;
  }
}

TEST_F(ScanTokenTest, RangeAndFiltersAreThoseOfTheToken) {
  fill(1, 30);
  Scanner scanner = oneHashKey("user0", {.start = "s1005", .filter = Filter::postfix("5")});
  EXPECT_EQ((**next(scanner)).sort_key, "s1005");
  const std::string token = scanner.token();
  Scanner resumed = *table().resumeScan(token);
  EXPECT_EQ((**next(resumed)).sort_key, "s1015");
  EXPECT_EQ((**next(resumed)).sort_key, "s1025");
  EXPECT_EQ(*next(resumed), std::nullopt);
  EXPECT_THAT(table().resumeScan(token, {.sort_key_filter = Filter::prefix("s")}).status(),
              FailsWithCode(ErrorCode::kInvalidArgument));
}

TEST_F(ScanTokenTest, AtTheLastKeyOfARangeThatIsPartOfItNothingIsLeft) {
  fill(1, 10);
  const SortKeyRange range{.start = "s1002", .stop = "s1004", .stop_inclusive = true};
  Scanner scanner = oneHashKey("user0", range, {.page_size = 2});
  std::vector<std::string> tokens{scanner.token()};
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ((**next(scanner)).sort_key, text("s", 1002 + i));
    tokens.push_back(scanner.token());
  }
  for (std::size_t given = 0; given < tokens.size(); ++given) {
    Scanner resumed = *table().resumeScan(tokens[given]);
    EXPECT_EQ(drain(resumed).size(), 3 - given);
    EXPECT_EQ(*count(resumed), 0);
  }
  world_->forgetSeen();
  Scanner resumed = *table().resumeScan(tokens.back());
  EXPECT_EQ(*next(resumed), std::nullopt);
  EXPECT_THAT(world_->seen(), testing::IsEmpty()) << "servers do not bear an empty range";
}

TEST_F(ScanTokenTest, ATokenOfLongKeysIsGoodAsWell) {
  put("a", "z", "v");
  const std::string start(7 << 20, 'x');
  const std::string stop(7 << 20, 'y');
  Scanner scanner = oneHashKey("a", {.start = start, .stop = stop});
  EXPECT_THAT(table().resumeScan(scanner.token()), IsOk());
  const std::string longest(9 << 20, 'y');
  const std::string token = oneHashKey("a", {.start = longest}).token();
  Scanner resumed = *table().resumeScan(token);
  EXPECT_EQ((**next(resumed)).sort_key, "z");
}

TEST_F(ScanTokenTest, ADamagedTokenIsRefused) {
  fill(3, 3);
  Scanner scanner = wholeTable({.page_size = 2});
  ASSERT_THAT(next(scanner), IsOk());
  const std::string token = scanner.token();
  EXPECT_THAT(token, testing::StartsWith("bridle-scan-2."));
  for (std::size_t i = 0; i < token.size(); ++i) {
    std::string damaged = token;
    damaged[i] = damaged[i] == 'A' ? 'B' : 'A';
    EXPECT_FALSE(table().resumeScan(damaged).ok() && damaged != token) << i;
    EXPECT_FALSE(table().resumeScan(token.substr(0, i)).ok()) << i;
  }
  EXPECT_FALSE(table().resumeScan("").ok());
  EXPECT_FALSE(table().resumeScan("bridle-scan-1." + token.substr(14)).ok());
  EXPECT_FALSE(table().resumeScan(token + "A").ok());
}

TEST_F(ScanTokenTest, ATokenOfAnotherTableIsRefused) {
  fill(3, 3);
  const std::string token = wholeTable().token();
  ASSERT_THAT(world_->createTable("other", kPartitions), IsOk());
  SimTable other(*client_->open("other"));
  EXPECT_THAT(other.resumeScan(token).status(),
              FailsWith(StatusCode::kInvalidArgument, HasSubstr("the token is of table \"t\"")));
  t_.reset();
  connect();
  world_->dropTable("t");
  ASSERT_THAT(world_->createTable("t", kPartitions), IsOk());
  connect();
  EXPECT_THAT(table().resumeScan(token).status(),
              FailsWith(StatusCode::kInvalidArgument, HasSubstr("app id")));
}

}  // namespace
}  // namespace bridle::internal::sim
