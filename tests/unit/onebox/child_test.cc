// The copy of its parent's records that a child of a split comes to life with.

#include "onebox/split/child.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "io/sim_reactor.h"
#include "onebox/store/memory_storage.h"

namespace bridle::internal::onebox {
namespace {

using namespace std::chrono_literals;

// What each of its writes came with.
struct WritesSeen {
  std::size_t most_bytes = 0;
  std::size_t most_records = 0;
};

class WatchedStore final : public Store {
 public:
  explicit WatchedStore(WritesSeen& seen) : seen_(seen) {}

  bool get(std::string_view key, ExpireTs now, Record& out) const override {
    return records_.get(key, now, out);
  }
  void apply(std::int64_t decree, std::span<const Change> changes) override {
    std::size_t bytes = 0;
    for (const Change& change : changes) bytes += change.key.size() + change.value.size();
    seen_.most_bytes = std::max(seen_.most_bytes, bytes);
    seen_.most_records = std::max(seen_.most_records, changes.size());
    records_.apply(decree, changes);
  }
  std::int64_t decree() const override { return records_.decree(); }
  std::unique_ptr<Cursor> cursor() const override { return records_.cursor(); }

 private:
  MemoryStore records_;
  WritesSeen& seen_;
};

class WatchedStorage final : public Storage {
 public:
  std::unique_ptr<Store> create(const PartitionId&) override {
    return std::make_unique<WatchedStore>(seen);
  }
  std::unique_ptr<Store> open(const PartitionId& partition) override { return create(partition); }
  bool durable() const override { return false; }
  void save(SavedTables) override {}
  const SavedTables& saved() const override { return none_; }
  bool failed() const override { return false; }
  absl::Status check() override { return absl::OkStatus(); }

  WritesSeen seen;

 private:
  const SavedTables none_;
};

class ChildTest : public testing::Test {
 protected:
  void fill(int records, std::size_t value_bytes) {
    for (int i = 0; i < records; ++i) {
      parent_.write(std::array{Change{.key = std::to_string(10'000 + i),
                                      .value = std::string(value_bytes, 'v'),
                                      .expire_ts = 7}});
    }
  }

  // All of them, with their values and expiries.
  static void expectFilled(const Store& copy, int records, std::size_t value_bytes) {
    const std::unique_ptr<Cursor> at = copy.cursor();
    int found = 0;
    for (at->seek({}); at->valid(); at->next(), ++found) {
      EXPECT_EQ(at->key(), std::to_string(10'000 + found));
      EXPECT_EQ(at->value().size(), value_bytes);
      EXPECT_EQ(at->expireTs(), 7U);
    }
    EXPECT_EQ(found, records);
  }

  SimReactor reactor_;
  WatchedStorage storage_;
  const PartitionHost host_{.storage = storage_, .reactor = reactor_, .group_check = {}};
  Partition parent_{host_, {.app_id = 1, .index = 0}, std::vector{4, 5, 6}};
};

TEST_F(ChildTest, LargeRecordsAreCopiedFewAtATime) {
  constexpr std::size_t kValueBytes = 400 << 10;
  fill(40, kValueBytes);
  const Partition child = childOf(parent_, host_, {.app_id = 1, .index = 1});
  expectFilled(child.copyAt(4), 40, kValueBytes);
  EXPECT_LE(storage_.seen.most_bytes, 2U << 20);
}

TEST_F(ChildTest, SmallRecordsAreCopiedManyAtATime) {
  fill(5000, 10);
  const Partition child = childOf(parent_, host_, {.app_id = 1, .index = 1});
  expectFilled(child.copyAt(4), 5000, 10);
  EXPECT_GE(storage_.seen.most_records, 1000U);
}

TEST_F(ChildTest, ItsSecondariesHaveAllRecordsThoughTheyLagBehindWrites) {
  fill(3, 10);
  const PartitionHost lagging{.storage = storage_, .reactor = reactor_, .group_check = 10s};
  const Partition child = childOf(parent_, lagging, {.app_id = 1, .index = 1});
  expectFilled(child.copyAt(5), 3, 10);
}

}  // namespace
}  // namespace bridle::internal::onebox
