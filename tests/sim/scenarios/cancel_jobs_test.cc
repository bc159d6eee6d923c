// Work made of several calls that is cancelled at each moment of its life.
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>

#include "sim/scenarios/scan_fixture.h"

namespace bridle::internal::sim {
namespace {

using testing::IsEmpty;

class CancelJobsTest : public ScanTest {
 protected:
  static constexpr Duration kMessage = 100us;  // on its way
  static constexpr Duration kStep = 50us;

  // `start` is given the handler of a job, which it starts; `then` is told each time what came of
  // it.
  template <typename Completion, typename Start>
  void cancelAtEachMoment(
      Start start, const std::function<void(Completion)>& then = [](const Completion&) {}) {
    int cancelled = 0;
    for (bool was_through = false; !was_through && !HasFatalFailure();) {
      boost::asio::cancellation_signal signal;
      std::vector<Completion> ends;
      start(boost::asio::bind_cancellation_slot(
          signal.slot(), [&ends](Completion end) { ends.push_back(std::move(end)); }));
      pass(cancelled * kStep);
      was_through = !ends.empty();
      signal.emit(boost::asio::cancellation_type::terminal);
      pass(0us);
      ASSERT_EQ(ends.size(), 1U) << cancelled;
      expectNothingIsLeft();
      then(std::move(ends.front()));
      if (!was_through) ++cancelled;
    }
    EXPECT_GT(cancelled, 4 * (kMessage / kStep)) << "it takes more than one call";
  }

  void expectNothingIsLeft() {
    Shard& shard = client_->core().shard(0);
    pass(kMessage);  // what was sent before has arrived
    world_->forgetSeen();
    pass(1s);
    EXPECT_THAT(world_->seen(), IsEmpty()) << "nothing is sent after the end";
    EXPECT_EQ(t_->handler(0).liveCalls(), 0U);
    EXPECT_EQ(shard.sessions.outstanding(), 0U);
    EXPECT_EQ(shard.jobs.size(), 0U);
  }
};

TEST_F(CancelJobsTest, ABatchOfReads) {
  fill(30, 2);
  std::vector<Key> keys;
  for (const auto& [hash_key, sort_key] : keys_) keys.push_back({hash_key, sort_key});
  cancelAtEachMoment<BatchOperations::GetResults>(
      [&](auto handler) { table().asyncBatchGet(keys, {.window = 1}, handler); });
}

TEST_F(CancelJobsTest, ABatchOfWrites) {
  std::vector<SetItem> items;
  for (const char* sort_key : {"a", "b", "c", "d", "e"}) items.push_back({{"h", sort_key}, "v"});
  cancelAtEachMoment<BatchOperations::Statuses>(
      [&](auto handler) { table().asyncBatchSet(items, {.window = 2}, handler); });
}

TEST_F(CancelJobsTest, AListOfSortKeys) {
  fill(1, 40);
  cancelAtEachMoment<absl::StatusOr<SortKeyList>>([&](auto handler) {
    table().asyncMultiGetSortKeys("user0", {.max_count = 0, .max_bytes = 50}, handler);
  });
}

TEST_F(CancelJobsTest, TheRemovalOfARange) {
  fill(1, 250);
  cancelAtEachMoment<absl::StatusOr<std::int64_t>>(
      [&](auto handler) { table().asyncDelRange("user0", {}, handler); },
      [&](const absl::StatusOr<std::int64_t>&) { fill(1, 250); });
}

TEST_F(CancelJobsTest, ACount) {
  fill(20, 4);
  std::optional<Scanner> scanner;
  cancelAtEachMoment<absl::StatusOr<std::int64_t>>(
      [&](auto handler) {
        scanner.emplace(wholeTable());
        scanner->asyncCount(handler);
      },
      [&](const absl::StatusOr<std::int64_t>& counted) {
        EXPECT_EQ(counted.value_or(0) + *count(*scanner), 80);
      });
}

TEST_F(CancelJobsTest, APageOfAScanWhichThenGoesOn) {
  fill(20, 8);
  const ScanOptions few{.sort_key_filter = Filter::exact("s1007"), .page_size = 2};
  const Keys all = expected([](auto&, std::string_view sort_key) { return sort_key == "s1007"; });
  std::optional<Scanner> scanner;
  Rows rows;
  const auto add = [&rows](const Rows& more) { rows.insert(rows.end(), more.begin(), more.end()); };
  cancelAtEachMoment<absl::StatusOr<Rows>>(
      [&](auto handler) {
        scanner.emplace(wholeTable(few));
        rows = *nextPage(*scanner);
        scanner->asyncNextPage(handler);
      },
      [&](const absl::StatusOr<Rows>& page) {
        if (page.ok()) add(*page);
        add(drain(*scanner));
        EXPECT_EQ(keysOf(rows), all);
      });
}

}  // namespace
}  // namespace bridle::internal::sim
