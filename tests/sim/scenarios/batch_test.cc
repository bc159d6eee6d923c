// Batches over many hash keys.
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>

#include "base/limits.h"
#include "sim/scenarios/scan_fixture.h"

namespace bridle::internal::sim {
namespace {

using testing::Each;
using testing::IsEmpty;
namespace rpc_names = wire::rpc_names;

class BatchTest : public ScanTest {
 protected:
  using Gets = BatchOperations::GetResults;
  using Statuses = BatchOperations::Statuses;

  // Keys that outlive what refers to them.
  const std::vector<std::string>& names(int count) {
    while (static_cast<int>(names_.size()) < count) names_.push_back(text("user", names_.size()));
    return names_;
  }
  std::vector<Key> keys(int count) {
    names_.reserve(static_cast<std::size_t>(count));
    names(count);
    std::vector<Key> keys;
    for (int i = 0; i < count; ++i) keys.push_back({names_[static_cast<std::size_t>(i)], "s"});
    return keys;
  }
  void putEvery(int step, int count) {
    const std::vector<Key> all = keys(count);
    std::vector<SetItem> items;
    for (int i = 0; i < count; i += step) {
      items.push_back({.key = all[static_cast<std::size_t>(i)],
                       .value = all[static_cast<std::size_t>(i)].hash_key});
    }
    EXPECT_THAT(set(items), Each(IsOk()));
  }

  Gets get(const std::vector<Key>& keys, const BatchOptions& options = {}) {
    return run<Gets>([&](auto handler) { table().asyncBatchGet(keys, options, handler); });
  }
  Statuses set(const std::vector<SetItem>& items, const BatchOptions& options = {}) {
    return run<Statuses>([&](auto handler) { table().asyncBatchSet(items, options, handler); });
  }

  void expectEvery(int step, const std::vector<Key>& keys, const Gets& values) {
    ASSERT_EQ(values.size(), keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) {
      ASSERT_THAT(values[i], IsOk()) << i;
      const bool there = i % static_cast<std::size_t>(step) == 0;
      EXPECT_EQ(*values[i], there ? std::optional(std::string(keys[i].hash_key)) : std::nullopt)
          << i;
    }
  }

  std::vector<std::string> names_;
};

TEST_F(BatchTest, A54_AThousandKeysOfEightPartitionsAreEightRequests) {
  ASSERT_THAT(world_->createTable("eight", 8), IsOk());
  t_ = *client_->open("eight");
  putEvery(3, 1000);
  world_->forgetSeen();
  const std::vector<Key> all = keys(1000);
  expectEvery(3, all, get(all));
  EXPECT_EQ(world_->seen().size(), 8U);
  EXPECT_EQ(seen(rpc_names::kBatchGet), 8);
}

TEST_F(BatchTest, ResultsAreInTheOrderOfTheKeysAlsoOfEqualOnes) {
  putEvery(1, 3);
  const std::vector<Key> all = keys(4);
  const Gets values = get({all[2], all[3], all[0], all[2], {"", ""}, all[1]});
  ASSERT_EQ(values.size(), 6U);
  EXPECT_EQ(**values[0], "user2");
  EXPECT_EQ(*values[1], std::nullopt);
  EXPECT_EQ(**values[2], "user0");
  EXPECT_EQ(**values[3], "user2");
  EXPECT_EQ(*values[4], std::nullopt);
  EXPECT_EQ(**values[5], "user1");
}

TEST_F(BatchTest, LargeChunksAreBounded) {
  putEvery(2, 4000);
  world_->forgetSeen();
  const std::vector<Key> all = keys(4000);
  expectEvery(2, all, get(all));
  const int least = 4000 / static_cast<int>(limits::kBatchGetKeys);
  EXPECT_GE(seen(rpc_names::kBatchGet), least);
  EXPECT_LE(seen(rpc_names::kBatchGet), least + kPartitions);
}

TEST_F(BatchTest, RecordsAreGotOneByOneFromServersWithoutBatchGet) {
  putEvery(2, 40);
  const int fault = world_->addFault({.op = OneboxOp::kRead, .error = "ERR_HANDLER_NOT_FOUND"});
  world_->forgetSeen();
  world_->on_request = [this, fault](const onebox::RequestSeen&) {
    if (world_->seen().size() + 1 == kPartitions) {
      after(0s, [this, fault] { cluster().removeFault(fault); });
    }
  };
  const std::vector<Key> all = keys(40);
  expectEvery(2, all, get(all));
  EXPECT_EQ(seen(rpc_names::kBatchGet), kPartitions);
  EXPECT_EQ(seen(rpc_names::kGet), 40);
  world_->on_request = nullptr;
}

TEST_F(BatchTest, A09_EachItemHasAStatusOfItsOwn) {
  const std::string too_long(70'000, 'k');
  const std::string too_large(2'000'000, 'v');
  const Statuses set_statuses = set({{.key = {"a"}, .value = "1"},
                                     {.key = {"b"}, .value = too_large},
                                     {.key = {too_long}, .value = "3"},
                                     {.key = {"d"}, .value = "4"}});
  ASSERT_EQ(set_statuses.size(), 4U);
  EXPECT_THAT(set_statuses[0], IsOk());
  EXPECT_THAT(set_statuses[1], FailsWithCode(ErrorCode::kInvalidArgument));
  EXPECT_THAT(set_statuses[2], FailsWithCode(ErrorCode::kInvalidArgument));
  EXPECT_THAT(set_statuses[3], IsOk());
  const Gets values = get({{"a"}, {too_long}, {"d"}});
  EXPECT_EQ(**values[0], "1");
  EXPECT_THAT(values[1], FailsWithCode(ErrorCode::kInvalidArgument));
  EXPECT_EQ(**values[2], "4");
}

TEST_F(BatchTest, A09_AKeyThatFitsNoRequestFailsAlone) {
  put("a", "1", "there");
  const std::string huge(limits::kMaxRequestBytes, 's');
  const Gets values = get({{"a", "1"}, {"a", huge}, {"a", "2"}});
  ASSERT_THAT(values[0], IsOk());
  EXPECT_EQ(**values[0], "there");
  EXPECT_THAT(values[1], FailsWithCode(ErrorCode::kInvalidArgument));
  ASSERT_THAT(values[2], IsOk());
  EXPECT_EQ(*values[2], std::nullopt);
}

TEST_F(BatchTest, A09_AFailureOfTheServerIsToldForEachItem) {
  putEvery(1, 10);
  world_->addFault({.op = OneboxOp::kWrite, .error = "ERR_ACL_DENY"});
  const std::vector<Key> all = keys(10);
  const Statuses statuses =
      run<Statuses>([&](auto handler) { table().asyncBatchDel(all, {}, handler); });
  EXPECT_THAT(statuses,
              Each(FailsWith(StatusCode::kFailedPrecondition, HasSubstr("ERR_ACL_DENY"))));
}

TEST_F(BatchTest, A55_NeverMoreInFlightThanTheWindow) {
  world_->addFault({.op = OneboxOp::kWrite, .delay_min_ms = 1, .delay_max_ms = 5});
  std::vector<SetItem> items;
  for (const Key& key : keys(2000)) items.push_back({.key = key, .value = "v"});
  TableHandler& handler = t_->handler(0);
  std::size_t most = 0;
  world_->on_request = [&](const onebox::RequestSeen&) {
    most = std::max(most, handler.liveCalls());
  };
  EXPECT_THAT(set(items, {.window = 64, .timeout_ms = 60'000}), Each(IsOk()));
  EXPECT_EQ(most, 64U);
  world_->on_request = nullptr;
}

TEST_F(BatchTest, TheTimeOutIsThatOfTheWholeBatch) {
  world_->addFault({.op = OneboxOp::kWrite, .delay_min_ms = 10, .delay_max_ms = 10});
  std::vector<SetItem> items;
  for (const Key& key : keys(100)) items.push_back({.key = key, .value = "v"});
  const TimePoint start = now();
  const Statuses statuses = set(items, {.window = 10, .timeout_ms = 50});
  EXPECT_LE(now() - start, 51ms);
  ASSERT_EQ(statuses.size(), 100U);
  EXPECT_THAT(statuses.front(), IsOk());
  EXPECT_THAT(statuses.back(), FailsWith(StatusCode::kDeadlineExceeded, HasSubstr("not begun")));
}

TEST_F(BatchTest, OneCancellationCancelsAll) {
  world_->addFault({.op = OneboxOp::kWrite, .delay_min_ms = 10, .delay_max_ms = 10});
  std::vector<SetItem> items;
  for (const Key& key : keys(100)) items.push_back({.key = key, .value = "v"});
  boost::asio::cancellation_signal cancel;
  std::optional<Statuses> statuses;
  table().asyncBatchSet(
      items, {.window = 10},
      boost::asio::bind_cancellation_slot(
          cancel.slot(), [&statuses](Statuses result) { statuses = std::move(result); }));
  pass(15ms);
  cancel.emit(boost::asio::cancellation_type::terminal);
  pass(0ms);
  ASSERT_TRUE(statuses.has_value());
  EXPECT_THAT(statuses->front(), IsOk());
  EXPECT_THAT(statuses->at(10), FailsWithCode(ErrorCode::kCancelled));
  EXPECT_TRUE(mayHaveExecuted(statuses->at(10))) << "it was in flight";
  EXPECT_THAT(statuses->back(), FailsWithCode(ErrorCode::kCancelled));
  EXPECT_FALSE(mayHaveExecuted(statuses->back())) << "it was not begun";
  pass(1ms);
  EXPECT_EQ(t_->handler(0).liveCalls(), 0U);
  world_->forgetSeen();
  pass(1s);
  EXPECT_THAT(world_->seen(), IsEmpty());
}

TEST_F(BatchTest, KeysThatASplitMovesAreFollowed) {
  for (int at = 0; at < 8; ++at) {
    keys_.clear();
    make();
    connect();
    putEvery(2, 400);
    after(at * 50us, [this] {
      ASSERT_THAT(cluster().splitTable("t"), IsOk());
      for (int parent = 0; parent < kPartitions; ++parent) {
        ASSERT_THAT(cluster().handOver("t", parent), IsOk());
      }
    });
    const std::vector<Key> all = keys(400);
    expectEvery(2, all, get(all));
    EXPECT_THAT(set({{.key = all[1], .value = "new"}}), Each(IsOk()));
    pass(1ms);
    expectEvery(2, {all[0]}, get({all[0]}));
    EXPECT_EQ(**get({all[1]})[0], "new");
  }
}

// The parents still have what their children have taken over, and would give it away.
TEST_F(BatchTest, ASplitThatTheClientDoesNotKnowOfBringsNoOldValues) {
  putEvery(1, 200);
  ASSERT_THAT(cluster().splitTable("t"), IsOk());
  for (int parent = 0; parent < kPartitions; ++parent) {
    ASSERT_THAT(cluster().handOver("t", parent), IsOk());
  }
  SimClient other(*world_, {}, 1);
  const TablePtr fresh = *other.open("t");
  std::vector<Key> all = keys(200);
  for (const Key& key : all) {
    ASSERT_THAT(other.await(fresh, detail::SetRequest{key, "new", {}}), IsOk());
  }
  // In each of the old partitions a key that has stayed is the first one.
  std::stable_sort(all.begin(), all.end(), [](const Key& a, const Key& b) {
    const auto moved = [](const Key& key) {
      return wire::partitionIndex(wire::keyHash(key.hash_key, {}), 2 * kPartitions) >= kPartitions;
    };
    return moved(a) < moved(b);
  });
  for (const auto& value : get(all)) EXPECT_EQ(*value, "new");
}

TEST_F(BatchTest, SeveralRecordsOfManyHashKeys) {
  const auto sets = run<Statuses>([&](auto handler) {
    table().asyncBatchMultiSet({{.hash_key = "a", .entries = {{"1", "x"}, {"2", "y"}}},
                                {.hash_key = "b", .entries = {{"3", "z"}}},
                                {.hash_key = "", .entries = {{"4", "z"}}}},
                               {}, handler);
  });
  EXPECT_THAT(sets[0], IsOk());
  EXPECT_THAT(sets[1], IsOk());
  EXPECT_THAT(sets[2], FailsWithCode(ErrorCode::kInvalidArgument));
  using MultiGets = BatchOperations::MultiGetResults;
  const std::vector<MultiGetItem> wanted{
      {.hash_key = "b"}, {.hash_key = "a", .sort_keys = {"2", "9"}}, {.hash_key = "c"}};
  const auto gets =
      run<MultiGets>([&](auto handler) { table().asyncBatchMultiGet(wanted, {}, handler); });
  EXPECT_EQ(*gets[0], (Entries{{{"3", "z"}}, true}));
  EXPECT_EQ(*gets[1], (Entries{{{"2", "y"}}, true}));
  EXPECT_EQ(*gets[2], (Entries{{}, true}));
  const auto dels = run<BatchOperations::Counts>([&](auto handler) {
    table().asyncBatchMultiDel({{.hash_key = "a", .sort_keys = {"1", "2"}}}, {}, handler);
  });
  EXPECT_EQ(*dels[0], 2);
}

TEST_F(BatchTest, AnEmptyBatchIsDoneAndABadOneIsRefused) {
  EXPECT_THAT(get({}), IsEmpty());
  EXPECT_THAT(get(keys(2), {.window = 0}),
              Each(FailsWith(StatusCode::kInvalidArgument, HasSubstr("window is 0"))));
}

TEST_F(BatchTest, TheInfoSumsUpTheTries) {
  putEvery(1, 100);
  CallInfo info;
  get(keys(100), {.info = &info});
  EXPECT_EQ(info.tries, 4) << "one request for each partition";
  EXPECT_EQ(info.app_id, world_->appId("t"));
  EXPECT_NE(info.server, "");
}

}  // namespace
}  // namespace bridle::internal::sim
