// Scans of a table that is split meanwhile.
#include "sim/scenarios/scan_fixture.h"

namespace bridle::internal::sim {
namespace {

class ScanSplitTest : public ScanTest {
 protected:
  static constexpr int kRecords = 160;

  void SetUp() override {
    ScanTest::SetUp();
    fill(40, 4);
    ASSERT_EQ(keys_.size(), static_cast<std::size_t>(kRecords));
  }

  void handOverAll() {
    const int parents = cluster().partitions("t") / 2;
    for (int parent = 0; parent < parents; ++parent) {
      ASSERT_THAT(cluster().handOver("t", parent), IsOk());
    }
  }
  void splitWholly() {
    ASSERT_THAT(cluster().splitTable("t"), IsOk());
    handOverAll();
  }

  // What a scan finds before whose page number `at` something happens.
  Keys scanWith(int at, const std::function<void()>& happening) {
    Scanner scanner = wholeTable({.page_size = 6});
    return keysOf(drain(scanner, [&](int page) {
      if (page == at) happening();
    }));
  }

  // Each test of a moment needs a table of its own.
  void begin() {
    keys_.clear();
    make();
    connect();
    fill(40, 4);
  }
};

TEST_F(ScanSplitTest, A39_AfterASplitNoRecordComesTwice) {
  splitWholly();
  EXPECT_EQ(scanWith(-1, [] {}), expected());
  openTable({.backup_request_ms = 1});  // with routes of after the split
  std::vector<Scanner> scanners = *table().unorderedScanners(100);
  EXPECT_EQ(scanners.size(), 8U);
  Rows rows;
  for (Scanner& scanner : scanners) {
    const Rows some = drain(scanner);
    rows.insert(rows.end(), some.begin(), some.end());
  }
  EXPECT_EQ(keysOf(rows), expected());
}

TEST_F(ScanSplitTest, A40_ASplitAtAnyMomentLosesAndDoublesNoRecord) {
  for (int at = 0; at < 30; ++at) {
    begin();
    EXPECT_EQ(scanWith(at, [this] { splitWholly(); }), expected()) << "before page " << at;
  }
}

TEST_F(ScanSplitTest, A40_TheChildrenTakeOverOneAfterTheOther) {
  for (int at = 0; at < 24; at += 3) {
    begin();
    ASSERT_THAT(cluster().splitTable("t"), IsOk());
    Scanner scanner = wholeTable({.page_size = 6});
    const Rows rows = drain(scanner, [&](int page) {
      const int parent = page - at;
      if (parent >= 0 && parent < kPartitions) {
        ASSERT_THAT(cluster().handOver("t", kPartitions - 1 - parent), IsOk());
      }
    });
    EXPECT_EQ(keysOf(rows), expected()) << at;
  }
}

TEST_F(ScanSplitTest, A40_AHandOverThatTakesTimeIsWaitedFor) {
  ASSERT_THAT(cluster().splitTable("t"), IsOk());
  Scanner scanner = wholeTable({.page_size = 6, .timeout_ms = 5000});
  const Rows rows = drain(scanner, [this](int page) {
    if (page >= kPartitions) return;
    ASSERT_THAT(cluster().startHandOver("t", page), IsOk());
    after(50ms, [this, page] { EXPECT_THAT(cluster().handOver("t", page), IsOk()); });
  });
  EXPECT_EQ(keysOf(rows), expected());
}

TEST_F(ScanSplitTest, A40_TwoSplitsInDifferentPartitionsOfOneScan) {
  for (int at = 0; at < 20; at += 2) {
    begin();
    Scanner scanner = wholeTable({.page_size = 6});
    const Rows rows = drain(scanner, [&](int page) {
      if (page == at || page == at + 9) splitWholly();
    });
    EXPECT_EQ(keysOf(rows), expected()) << at;
  }
}

TEST_F(ScanSplitTest, A40_APartitionThatIsSplitTwiceWhileItIsReadIsAClearError) {
  Scanner scanner = wholeTable({.page_size = 6});
  ASSERT_THAT(nextPage(scanner), IsOk());
  splitWholly();
  splitWholly();
  absl::StatusOr<Rows> page;
  for (int i = 0; i < 100 && (page = nextPage(scanner)).ok(); ++i) EXPECT_FALSE(page->empty());
  EXPECT_THAT(page, FailsWithCode(ErrorCode::kIncomplete));
}

TEST_F(ScanSplitTest, A40_ACountOfATableThatIsSplitMeanwhile) {
  for (int delay = 0; delay < 40; ++delay) {
    begin();
    Scanner scanner = wholeTable();
    after(delay * 50us, [this] { splitWholly(); });
    EXPECT_EQ(*count(scanner), kRecords) << delay;
    pass(3ms);
  }
}

TEST_F(ScanSplitTest, A40_ACountOfTheRestAfterSomeRows) {
  for (int rows = 1; rows < 30; rows += 4) {
    begin();
    Scanner scanner = wholeTable({.page_size = 6});
    for (int i = 0; i < rows; ++i) ASSERT_TRUE((*next(scanner)).has_value());
    splitWholly();
    EXPECT_EQ(*count(scanner), kRecords - rows);
  }
}

TEST_F(ScanSplitTest, AnOrderedScanFollowsItsHashKey) {
  for (int user = 0; user < 8; ++user) {
    begin();
    const std::string hash_key = text("user", user);
    Scanner scanner = oneHashKey(hash_key, {}, {.page_size = 1});
    const Rows rows = drain(scanner, [this](int page) {
      if (page == 2) splitWholly();
    });
    EXPECT_EQ(rows.size(), 4U);
  }
}

TEST_F(ScanSplitTest, ATokenOfBeforeTheSplitIsGoodAfterIt) {
  for (int at = 1; at < 25; at += 3) {
    begin();
    Rows rows;
    std::string token;
    {
      Scanner scanner = wholeTable({.page_size = 6});
      for (int i = 0; i < at; ++i) rows.push_back(**next(scanner));
      token = scanner.token();
    }
    splitWholly();
    connect();  // another client
    Scanner scanner = *table().resumeScan(token);
    const Rows rest = drain(scanner);
    rows.insert(rows.end(), rest.begin(), rest.end());
    EXPECT_EQ(keysOf(rows), expected()) << at;
  }
}

}  // namespace
}  // namespace bridle::internal::sim
