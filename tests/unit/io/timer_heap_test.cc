#include "io/timer_heap.h"

#include <functional>
#include <map>
#include <memory>
#include <utility>

#include "base/rng.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace bridle::internal {
namespace {

using testing::ElementsAre;

constexpr std::uint64_t kAll = UINT64_MAX;

TimePoint at(int n) {
  return TimePoint(Duration(n));
}

struct Owner {
  Owner(int number, std::vector<int>& fired) : id(number), log(fired) {}
  void onDue(TimePoint) { log.push_back(id); }

  const int id;
  std::vector<int>& log;
  MemberTimer<&Owner::onDue> timer{*this};
};

class TimerHeapTest : public testing::Test {
 protected:
  Owner& make() {
    owners_.push_back(std::make_unique<Owner>(static_cast<int>(owners_.size()), fired_));
    return *owners_.back();
  }

  void fireDue(TimePoint now, std::uint64_t mark = kAll) {
    while (Timer* timer = heap_.popDue(now, mark)) TimerHeap::fire(*timer, now);
  }

  TimerHeap heap_;
  std::vector<int> fired_;
  std::vector<std::unique_ptr<Owner>> owners_;
};

TEST_F(TimerHeapTest, FiresInTheOrderOfTimeAndThenOfArming) {
  for (const int when : {30, 10, 20, 10, 20, 10}) heap_.arm(make().timer, at(when));
  EXPECT_EQ(heap_.earliest(), at(10));
  fireDue(at(20));
  EXPECT_THAT(fired_, ElementsAre(1, 3, 5, 2, 4));
  EXPECT_EQ(heap_.size(), 1U);
  fireDue(at(30));
  EXPECT_EQ(fired_.back(), 0);
  EXPECT_EQ(heap_.earliest(), kNever);
}

TEST_F(TimerHeapTest, NothingFiresBeforeItsTime) {
  heap_.arm(make().timer, at(10));
  EXPECT_EQ(heap_.popDue(at(9), kAll), nullptr);
  EXPECT_TRUE(owners_[0]->timer.armed());
  EXPECT_EQ(owners_[0]->timer.when(), at(10));
}

TEST_F(TimerHeapTest, ATimerOnItsWayOutIsNoLongerArmed) {
  heap_.arm(make().timer, at(10));
  Timer* const timer = heap_.popDue(at(10), kAll);
  ASSERT_EQ(timer, &owners_[0]->timer);
  EXPECT_FALSE(timer->armed());
  heap_.arm(*timer, at(11));
  EXPECT_TRUE(timer->armed());
  heap_.cancel(*timer);
}

TEST_F(TimerHeapTest, ArmingAgainMovesATimerBehindItsEquals) {
  heap_.arm(make().timer, at(10));
  heap_.arm(make().timer, at(10));
  heap_.arm(owners_[0]->timer, at(10));
  fireDue(at(10));
  EXPECT_THAT(fired_, ElementsAre(1, 0));
}

TEST_F(TimerHeapTest, CancellingTwiceIsHarmless) {
  heap_.arm(make().timer, at(10));
  heap_.cancel(owners_[0]->timer);
  heap_.cancel(owners_[0]->timer);
  EXPECT_TRUE(heap_.empty());
  EXPECT_FALSE(owners_[0]->timer.armed());
}

TEST_F(TimerHeapTest, AMarkHoldsBackWhatWasArmedAfterIt) {
  heap_.arm(make().timer, at(10));
  const std::uint64_t mark = heap_.mark();
  heap_.arm(make().timer, at(10));
  fireDue(at(10), mark);
  EXPECT_THAT(fired_, ElementsAre(0));
  fireDue(at(10), heap_.mark());
  EXPECT_THAT(fired_, ElementsAre(0, 1));
}

// Random operations on the heap and on a map that is ordered the same way.
class HeapAgainstModel {
 public:
  explicit HeapAgainstModel(std::uint64_t seed) : rng_(seed) {
    for (int id = 0; id < kTimers; ++id) owners_.push_back(std::make_unique<Owner>(id, fired_));
  }
  ~HeapAgainstModel() {
    for (const auto& owner : owners_) heap_.cancel(owner->timer);
  }

  void step() {
    const int id = static_cast<int>(rng_.below(kTimers));
    const std::uint64_t dice = rng_.below(10);
    if (dice < 6) return arm(id, at(now_ + static_cast<int>(rng_.below(40))));
    if (dice < 8) return cancel(id);
    now_ += static_cast<int>(rng_.below(8));
    fireDue();
  }

  void check() {
    ASSERT_EQ(fired_, expected_);
    ASSERT_EQ(heap_.size(), order_.size());
    ASSERT_EQ(heap_.earliest(), order_.empty() ? kNever : order_.begin()->first.first);
    for (const auto& owner : owners_) {
      ASSERT_EQ(owner->timer.armed(), place_.contains(owner->id));
    }
  }

 private:
  static constexpr int kTimers = 64;
  using Place = std::pair<TimePoint, int>;

  void arm(int id, TimePoint when) {
    heap_.arm(owners_[static_cast<std::size_t>(id)]->timer, when);
    forget(id);
    place_[id] = {when, sequence_++};
    order_[place_[id]] = id;
  }

  void cancel(int id) {
    heap_.cancel(owners_[static_cast<std::size_t>(id)]->timer);
    forget(id);
  }

  void forget(int id) {
    const auto place = place_.find(id);
    if (place == place_.end()) return;
    order_.erase(place->second);
    place_.erase(place);
  }

  void fireDue() {
    while (Timer* timer = heap_.popDue(at(now_), kAll)) TimerHeap::fire(*timer, at(now_));
    while (!order_.empty() && order_.begin()->first.first <= at(now_)) {
      expected_.push_back(order_.begin()->second);
      forget(order_.begin()->second);
    }
  }

  Rng rng_;
  int now_ = 0;
  int sequence_ = 0;
  TimerHeap heap_;
  std::vector<int> fired_;
  std::vector<int> expected_;
  std::vector<std::unique_ptr<Owner>> owners_;
  std::map<int, Place> place_;
  std::map<Place, int> order_;
};

TEST(TimerHeapPropertyTest, BehavesLikeAnOrderedMap) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    HeapAgainstModel both(seed);
    for (int i = 0; i < 1000; ++i) {
      both.step();
      both.check();
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace bridle::internal
