#include "io/turn_end_list.h"

#include <functional>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace bridle::internal {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class Work final : public TurnEnd {
 public:
  Work(int id, std::vector<int>& log) : id_(id), log_(log) {}
  void onTurnEnd() override {
    log_.push_back(id_);
    if (reaction) reaction();
  }

  std::function<void()> reaction;

 private:
  const int id_;
  std::vector<int>& log_;
};

class TurnEndListTest : public testing::Test {
 protected:
  TurnEndList list_;
  std::vector<int> log_;
  Work a_{1, log_}, b_{2, log_}, c_{3, log_};
};

TEST_F(TurnEndListTest, RunsEachOnceInTheOrderOfQueueing) {
  list_.add(b_);
  list_.add(a_);
  list_.add(b_);
  list_.run();
  EXPECT_THAT(log_, ElementsAre(2, 1));
  EXPECT_TRUE(list_.empty());
  list_.run();
  EXPECT_THAT(log_, ElementsAre(2, 1));
}

TEST_F(TurnEndListTest, WorkAddedWhileItRunsWaitsForTheNextRun) {
  a_.reaction = [this] {
    list_.add(a_);
    list_.add(c_);
  };
  list_.add(a_);
  list_.add(b_);
  list_.run();
  EXPECT_THAT(log_, ElementsAre(1, 2));
  EXPECT_FALSE(list_.empty());
  a_.reaction = nullptr;
  list_.run();
  EXPECT_THAT(log_, ElementsAre(1, 2, 1, 3));
}

TEST_F(TurnEndListTest, CancelledWorkDoesNotRun) {
  list_.add(a_);
  list_.add(b_);
  list_.add(c_);
  list_.cancel(c_);
  list_.cancel(a_);
  list_.cancel(a_);
  list_.add(a_);  // behind b now
  list_.run();
  EXPECT_THAT(log_, ElementsAre(2, 1));
}

TEST_F(TurnEndListTest, WorkMayCancelWhatHasNotRunYet) {
  a_.reaction = [this] { list_.cancel(b_); };
  list_.add(a_);
  list_.add(b_);
  list_.add(c_);
  list_.run();
  EXPECT_THAT(log_, ElementsAre(1, 3));
}

TEST_F(TurnEndListTest, CancellingTheOnlyWorkLeavesAnEmptyList) {
  list_.add(a_);
  list_.cancel(a_);
  EXPECT_TRUE(list_.empty());
  list_.add(b_);
  list_.run();
  EXPECT_THAT(log_, ElementsAre(2));
}

}  // namespace
}  // namespace bridle::internal
