#include "rpc/pending_table.h"

#include <deque>
#include <map>
#include <set>

#include "base/limits.h"
#include "base/rng.h"
#include "support/status_matchers.h"
#include "unit/rpc/session_fixture.h"

namespace bridle::internal {
namespace {

using test::Caller;
using testing::ElementsAre;

TEST(PendingTableTest, FindsWhatWasAddedUntilItIsTaken) {
  PendingTable table;
  Caller first;
  Caller second;
  const Ticket one = table.add(first);
  const Ticket two = table.add(second);
  EXPECT_EQ(table.size(), 2U);
  EXPECT_EQ(table.find(one)->user, &first);
  EXPECT_EQ(table.take(two)->user, &second);
  EXPECT_FALSE(table.find(two).has_value());
  EXPECT_FALSE(table.take(two).has_value());
  EXPECT_EQ(table.size(), 1U);
}

TEST(PendingTableTest, KnowsNoTicketThatItDidNotGive) {
  PendingTable table;
  Caller caller;
  const Ticket ticket = table.add(caller);
  for (const std::int32_t foreign : {-1, INT32_MIN, INT32_MAX, 1, 1023, 1024, 16383, 16384}) {
    if (static_cast<Ticket>(foreign) == ticket) continue;
    EXPECT_FALSE(table.find(static_cast<Ticket>(foreign)).has_value()) << foreign;
  }
}

TEST(PendingTableTest, ListsTheOldestFirstWhateverTheSlots) {
  PendingTable table;
  Caller caller;
  const Ticket a = table.add(caller);
  const Ticket b = table.add(caller);
  table.take(a);
  for (int i = 0; i < 1022; ++i) table.take(table.add(caller));  // until slot of `a` comes again
  const Ticket c = table.add(caller);
  const Ticket d = table.add(caller);
  EXPECT_THAT(table.oldestFirst(), ElementsAre(b, c, d));
}

TEST(PendingTableTest, IsFullAtTheLimit) {
  PendingTable table;
  Caller caller;
  std::set<Ticket> tickets;
  while (!table.full()) tickets.insert(table.add(caller));
  EXPECT_EQ(table.size(), limits::kMaxInFlightPerSession);
  EXPECT_EQ(tickets.size(), limits::kMaxInFlightPerSession);
  EXPECT_GE(*tickets.begin(), Ticket{0});
  table.take(*tickets.begin());
  EXPECT_FALSE(table.full());
}

TEST(PendingTableTest, ATicketDoesNotComeAgainForMillionsOfRequests) {
  PendingTable table;
  Caller caller;
  const Ticket first = table.add(caller);
  table.take(first);
  for (int i = 0; i < 2'000'000; ++i) {
    const Ticket ticket = table.add(caller);
    ASSERT_NE(ticket, first) << "after " << i << " requests";
    table.take(ticket);
  }
}

TEST(PendingTableTest, AgreesWithAMapUnderRandomUse) {
  PendingTable table;
  Rng rng(7);
  std::deque<Caller> callers(100);
  std::map<Ticket, Caller*> model;
  for (int step = 0; step < 100'000; ++step) {
    if (!table.full() && rng.chance(step < 50'000 ? 0.53 : 0.47)) {
      Caller& caller = callers[rng.below(callers.size())];
      const auto [place, inserted] = model.emplace(table.add(caller), &caller);
      ASSERT_TRUE(inserted) << "a ticket was given twice";
    } else if (!model.empty()) {
      const auto place = model.lower_bound(static_cast<Ticket>(rng.below(INT32_MAX)));
      const auto victim = place == model.end() ? model.begin() : place;
      const auto entry = table.take(victim->first);
      ASSERT_TRUE(entry.has_value());
      ASSERT_EQ(entry->user, victim->second);
      model.erase(victim);
    }
    ASSERT_EQ(table.size(), model.size());
  }
}

}  // namespace
}  // namespace bridle::internal
