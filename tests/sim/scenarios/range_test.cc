// Ranges of one hash key, gone through in several calls.
#include "sim/scenarios/scan_fixture.h"

namespace bridle::internal::sim {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class RangeTest : public ScanTest {
 protected:
  absl::StatusOr<std::vector<Entry>> next(RangePages& pages) {
    return run<absl::StatusOr<std::vector<Entry>>>([&](auto handler) { pages.asyncNext(handler); });
  }
  std::vector<std::string> keysOf(RangePages pages) {
    std::vector<std::string> keys;
    for (;;) {
      const absl::StatusOr<std::vector<Entry>> page = next(pages);
      EXPECT_THAT(page, IsOk());
      if (!page.ok() || page->empty()) return keys;
      for (const Entry& entry : *page) keys.push_back(entry.sort_key);
    }
  }
  absl::StatusOr<SortKeyList> sortKeys(const MultiGetOptions& options) {
    return run<absl::StatusOr<SortKeyList>>(
        [&](auto handler) { table().asyncMultiGetSortKeys("user0", options, handler); });
  }
  absl::StatusOr<std::int64_t> del(const SortKeyRange& range, const DelRangeOptions& options = {}) {
    return run<absl::StatusOr<std::int64_t>>(
        [&](auto handler) { table().asyncDelRange("user0", range, options, handler); });
  }
  std::size_t left() {
    Scanner scanner = oneHashKey("user0");
    return drain(scanner).size();
  }
};

TEST_F(RangeTest, PagesReadOnUntilTheEnd) {
  fill(1, 25);
  put("user0", "", "empty sort key");
  const SortKeyRange all;
  const auto forward = keysOf(*table().rangePages("user0", all, {.max_count = 4}));
  ASSERT_EQ(forward.size(), 26U);
  EXPECT_TRUE(std::is_sorted(forward.begin(), forward.end()));
  auto backward = keysOf(*table().rangePages("user0", all, {.max_count = 4, .reverse = true}));
  std::reverse(backward.begin(), backward.end());
  EXPECT_EQ(backward, forward);
  EXPECT_THAT(
      keysOf(*table().rangePages("user0", {.start = "s1003", .stop = "s1007"}, {.max_count = 2})),
      ElementsAre("s1003", "s1004", "s1005", "s1006"));
  EXPECT_THAT(keysOf(*table().rangePages("user0", {.start = "s1003", .stop = "s1006"},
                                         {.max_count = 2, .reverse = true})),
              ElementsAre("s1005", "s1004", "s1003"));
}

TEST_F(RangeTest, AnErrorOfAPageIsNotItsEnd) {
  fill(1, 20);
  RangePages pages = *table().rangePages("user0", {}, {.max_count = 15, .timeout_ms = 100});
  EXPECT_EQ(next(pages)->size(), 15U);
  const int fault = world_->addFault({.op = OneboxOp::kRead, .drop = true});
  EXPECT_THAT(next(pages), FailsWithCode(ErrorCode::kDeadlineExceeded));
  cluster().removeFault(fault);
  EXPECT_EQ(next(pages)->size(), 5U);
  EXPECT_THAT(*next(pages), IsEmpty());
}

TEST_F(RangeTest, ARangeInWhichNothingIsFoundIsAClearError) {
  fill(1, 3200);
  RangePages pages = *table().rangePages("user0", {.filter = Filter::postfix("4199")});
  EXPECT_THAT(next(pages), FailsWithCode(ErrorCode::kIncomplete));
}

TEST_F(RangeTest, A51_SortKeysAreAskedForUntilThereAreEnough) {
  for (int i = 0; i < 900; ++i) put("user0", text("s", 1000 + i), "short", 1);
  for (int i = 900; i < 1100; ++i) put("user0", text("s", 1000 + i), "long");
  pass(3s);
  const absl::StatusOr<SortKeyList> first = sortKeys({.max_count = 100});
  ASSERT_THAT(first, IsOk());
  EXPECT_EQ(first->sort_keys.size(), 100U);
  EXPECT_EQ(first->sort_keys.front(), "s1900");
  EXPECT_FALSE(first->complete);
  const absl::StatusOr<SortKeyList> all = sortKeys({.max_count = 0});
  EXPECT_EQ(all->sort_keys.size(), 200U);
  EXPECT_TRUE(all->complete);
}

TEST_F(RangeTest, A51_SortKeysBeyondTheServersLimits) {
  fill(1, 3500);
  EXPECT_EQ(sortKeys({.max_count = 0})->sort_keys.size(), 3500U);
  const absl::StatusOr<SortKeyList> most = sortKeys({.max_count = 3400});
  EXPECT_EQ(most->sort_keys.size(), 3400U);
  const absl::StatusOr<SortKeyList> last = sortKeys({.max_count = 3400, .reverse = true});
  ASSERT_EQ(last->sort_keys.size(), 3400U);
  EXPECT_EQ(last->sort_keys.front(), "s1100");
  EXPECT_EQ(last->sort_keys.back(), "s4499");
}

TEST_F(RangeTest, ARangeIsRemovedInSteps) {
  fill(1, 450);
  put("user1", "s1100", "of another hash key");
  DelRangeProgress progress;
  const absl::StatusOr<std::int64_t> deleted =
      del({.start = "s1100", .stop = "s1400"}, {.progress = &progress});
  ASSERT_THAT(deleted, IsOk());
  EXPECT_EQ(*deleted, 300);
  EXPECT_EQ(progress.deleted, 300);
  EXPECT_EQ(left(), 150U);
  EXPECT_EQ(seen(wire::rpc_names::kMultiRemove), 3);
  EXPECT_EQ(*del({.filter = Filter::postfix("5")}), 15);
  EXPECT_EQ(*del({.start = "b", .stop = "a"}), 0);
  Scanner other = oneHashKey("user1");
  EXPECT_EQ(drain(other).size(), 1U);
}

TEST_F(RangeTest, ARemovalThatFailedGoesOnWhereItWas) {
  fill(1, 450);
  DelRangeProgress progress;
  int removals = 0;
  world_->on_request = [&](const onebox::RequestSeen& request) {
    if (request.rpc == wire::rpc_names::kMultiRemove && ++removals == 2) {
      after(0s, [this] { world_->addFault({.op = OneboxOp::kWrite, .error = "ERR_ACL_DENY"}); });
    }
  };
  EXPECT_FALSE(del({}, {.progress = &progress}).ok());
  world_->on_request = nullptr;
  EXPECT_EQ(progress.deleted, 200);
  EXPECT_EQ(left(), 250U);
  cluster().clearFaults();
  put("user0", "s1000", "written again behind it");
  EXPECT_EQ(*del({}, {.progress = &progress}), 250);
  EXPECT_EQ(progress.deleted, 450);
  EXPECT_EQ(left(), 1U);
}

}  // namespace
}  // namespace bridle::internal::sim
