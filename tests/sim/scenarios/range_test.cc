// Ranges of one hash key, gone through in several calls.
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <cmath>

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
  // Cancels a removal of everything when it has run so long.
  absl::Status delCancelledAfter(Duration time) {
    boost::asio::cancellation_signal cancel;
    std::optional<absl::StatusOr<std::int64_t>> deleted;
    table().asyncDelRange(
        "user0", {}, {},
        boost::asio::bind_cancellation_slot(
            cancel.slot(), [&deleted](absl::StatusOr<std::int64_t> count) { deleted = count; }));
    pass(time);
    cancel.emit(boost::asio::cancellation_type::terminal);
    pass(0ms);
    EXPECT_TRUE(deleted.has_value());
    return deleted.value_or(absl::OkStatus()).status();
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

TEST_F(RangeTest, A51_AtTheDeadlineTheSortKeysFoundSoFarAreGiven) {
  fill(1, 3500);
  world_->on_request = [this](const onebox::RequestSeen&) {
    after(0s, [this] { world_->addFault({.op = OneboxOp::kRead, .drop = true}); });
  };
  const absl::StatusOr<SortKeyList> some = sortKeys({.max_count = 0, .timeout_ms = 100});
  world_->on_request = nullptr;
  ASSERT_THAT(some, IsOk());
  EXPECT_FALSE(some->complete);
  EXPECT_GT(some->sort_keys.size(), 0U);
  EXPECT_LT(some->sort_keys.size(), 3500U);
}

TEST_F(RangeTest, BadOptionsAreRefusedInTheNameOfTheOperation) {
  for (const double bad : {-1.0, std::nan(""), 1e300}) {
    EXPECT_THAT(sortKeys({.timeout_ms = bad}).status(),
                FailsWith(StatusCode::kInvalidArgument, HasSubstr("multiGetSortKeys on table")));
    RangePages pages = *table().rangePages("user0", {}, {.timeout_ms = bad});
    EXPECT_THAT(next(pages).status(),
                FailsWith(StatusCode::kInvalidArgument, HasSubstr("rangePages on table")));
  }
  EXPECT_THAT(sortKeys({.max_count = -1}).status(),
              FailsWith(StatusCode::kInvalidArgument,
                        HasSubstr("multiGetSortKeys on table \"t\" refused: max_count is")));
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
  EXPECT_EQ(seen(wire::rpc_names::kMultiRemove), 4) << "the first page is a small one";
  EXPECT_EQ(*del({.filter = Filter::postfix("5")}), 15);
  EXPECT_EQ(*del({.start = "b", .stop = "a"}), 0);
  Scanner other = oneHashKey("user1");
  EXPECT_EQ(drain(other).size(), 1U);
}

TEST_F(RangeTest, TheInfoOfARemovalSumsUpItsScanAsWell) {
  fill(1, 250);
  CallInfo info;
  world_->forgetSeen();
  EXPECT_EQ(*del({}, {.info = &info}), 250);
  const int removals = seen(wire::rpc_names::kMultiRemove);
  const int scans = seen(wire::rpc_names::kGetScanner) + seen(wire::rpc_names::kScan);
  EXPECT_EQ(removals, 3);
  EXPECT_EQ(info.tries, removals + scans);
  EXPECT_GT(info.decree, 250) << "of the last removal";
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
  EXPECT_EQ(progress.deleted, 150);
  EXPECT_EQ(left(), 300U);
  cluster().clearFaults();
  put("user0", "s1000", "written again behind it");
  EXPECT_EQ(*del({}, {.progress = &progress}), 300);
  EXPECT_EQ(progress.deleted, 450);
  EXPECT_EQ(left(), 1U);
}

TEST_F(RangeTest, ACancelledRemovalMayHaveRemovedSomething) {
  fill(1, 250);
  world_->addFault({.op = OneboxOp::kRead, .delay_min_ms = 10, .delay_max_ms = 10});
  world_->addFault({.op = OneboxOp::kWrite, .delay_min_ms = 10, .delay_max_ms = 10});
  const absl::Status early = delCancelledAfter(5ms);
  EXPECT_THAT(early, FailsWithCode(ErrorCode::kCancelled));
  EXPECT_FALSE(mayHaveExecuted(early));
  const absl::Status in_flight = delCancelledAfter(15ms);
  EXPECT_THAT(in_flight, FailsWithCode(ErrorCode::kCancelled));
  EXPECT_TRUE(mayHaveExecuted(in_flight));
}

TEST_F(RangeTest, WhatOthersHaveWrittenIsRemovedWhateverTheLimitsOfTheTable) {
  t_ = *client_->open("t", {.max_sort_key_bytes = 0});
  fill(1, 150);
  put("user0", std::string(2000, 's'), "a long sort key");
  t_ = *client_->open("t", {.max_hash_key_bytes = 1,
                            .max_sort_key_bytes = 1,
                            .max_entries_per_write = 1,
                            .max_write_bytes = 1});
  EXPECT_EQ(*del({}), 151);
  EXPECT_EQ(left(), 0U);
}

}  // namespace
}  // namespace bridle::internal::sim
