// Scans of a table that is split meanwhile.
#include "base/rng.h"
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
    parents_.clear();
    make();
    connect();
    fill(40, 4);
  }

  // Goes on with a split somewhere, or begins the next one.
  void splitSomewhat(Rng& rng) {
    if (parents_.empty()) {
      for (int parent = 0; parent < cluster().partitions("t"); ++parent) parents_.push_back(parent);
      ASSERT_THAT(cluster().splitTable("t"), IsOk());
    }
    std::swap(parents_[rng.below(parents_.size())], parents_.back());
    ASSERT_THAT(cluster().handOver("t", parents_.back()), IsOk());
    parents_.pop_back();
  }

  std::vector<int> parents_;  // that have not handed over
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

TEST_F(ScanSplitTest, A40_APartitionIsSplitSeveralTimesWhileItIsRead) {
  for (int splits = 2; splits <= 4; ++splits) {
    for (int at = 0; at < 12; ++at) {
      begin();
      const Keys keys = scanWith(at, [this, splits] {
        for (int i = 0; i < splits; ++i) splitWholly();
      });
      EXPECT_EQ(keys, expected()) << splits << " splits before page " << at;
    }
  }
}

TEST_F(ScanSplitTest, A40_APartitionIsSplitAgainAfterEachRow) {
  for (int between = 1; between < 12; ++between) {
    begin();
    Scanner scanner = wholeTable({.page_size = 3});
    Rows rows;
    for (std::optional<Row> row = *next(scanner); row.has_value(); row = *next(scanner)) {
      rows.push_back(*std::move(row));
      const auto count = static_cast<int>(rows.size());
      if (count % between == 0 && count <= 3 * between) splitWholly();
    }
    EXPECT_EQ(keysOf(rows), expected()) << "each " << between << " rows";
  }
}

// Each row once, whatever the order of rows, pages, hand-overs and processes that go on; at last
// the rest is counted, or read.
TEST_F(ScanSplitTest, A40_AnyMixOfSplitsRowsPagesAndTokens) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    begin();
    Rng rng(seed);
    const ScanOptions options{.page_size = static_cast<int>(1 + rng.below(12))};
    const std::uint64_t splits_of_ten = rng.below(9);
    Scanner scanner = wholeTable(options);
    Rows rows;
    for (std::uint64_t left = rng.below(200); left > 0; --left) {
      const std::uint64_t what = rng.below(10);
      if (what < splits_of_ten && cluster().partitions("t") < 128) {
        splitSomewhat(rng);
      } else if (what == 8) {
        scanner = *table().resumeScan(scanner.token(), options);
      } else if (what == 9) {
        const Rows page = *nextPage(scanner);
        rows.insert(rows.end(), page.begin(), page.end());
      } else if (std::optional<Row> row = *next(scanner); row.has_value()) {
        rows.push_back(*std::move(row));
      }
    }
    if (rng.chance(0.5)) {
      EXPECT_EQ(*count(scanner), kRecords - static_cast<int>(rows.size())) << "seed " << seed;
      continue;
    }
    const Rows rest = drain(scanner);
    rows.insert(rows.end(), rest.begin(), rest.end());
    EXPECT_EQ(keysOf(rows), expected()) << "seed " << seed;
  }
}

TEST_F(ScanSplitTest, A40_AChildIsSplitWhileItIsRead) {
  for (int at = 0; at < 12; ++at) {
    begin();
    Scanner scanner = wholeTable({.page_size = 2});
    const Rows rows = drain(scanner, [&](int page) {
      if (page == 3 || page == 8 + at || page == 12 + 2 * at) splitWholly();
    });
    EXPECT_EQ(keysOf(rows), expected()) << at;
  }
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

TEST_F(ScanSplitTest, A40_ACountOfTheRestAfterSomeRowsAndSeveralSplits) {
  for (int rows = 1; rows < 30; rows += 4) {
    begin();
    Scanner scanner = wholeTable({.page_size = 6});
    for (int i = 0; i < rows; ++i) {
      ASSERT_TRUE((*next(scanner)).has_value());
      if (i == rows / 2) splitWholly();
    }
    splitWholly();
    after(1ms, [this] { splitWholly(); });
    EXPECT_EQ(*count(scanner), kRecords - rows);
    pass(3ms);
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

TEST_F(ScanSplitTest, ATokenOfBeforeTheSplitsIsGoodAfterThem) {
  for (int splits = 1; splits <= 3; ++splits) {
    for (int at = 1; at < 25; at += 3) {
      begin();
      Rows rows;
      std::string token;
      {
        Scanner scanner = wholeTable({.page_size = 6});
        for (int i = 0; i < at; ++i) rows.push_back(**next(scanner));
        token = scanner.token();
      }
      for (int i = 0; i < splits; ++i) splitWholly();
      connect();  // another client
      Scanner scanner = *table().resumeScan(token);
      const Rows rest = drain(scanner);
      rows.insert(rows.end(), rest.begin(), rest.end());
      EXPECT_EQ(keysOf(rows), expected()) << splits << " splits after row " << at;
    }
  }
}

TEST_F(ScanSplitTest, AScanGoesOnFromItsTokenAfterEachSplit) {
  for (int between = 2; between < 20; between += 3) {
    begin();
    Scanner scanner = wholeTable({.page_size = 4});
    Rows rows;
    for (std::optional<Row> row = *next(scanner); row.has_value(); row = *next(scanner)) {
      rows.push_back(*std::move(row));
      const auto count = static_cast<int>(rows.size());
      if (count % between != 0 || count > 3 * between) continue;
      splitWholly();
      scanner = *table().resumeScan(scanner.token(), {.page_size = 4});
    }
    EXPECT_EQ(keysOf(rows), expected()) << "each " << between << " rows";
  }
}

}  // namespace
}  // namespace bridle::internal::sim
