#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/status.h"
#include "bridle/error.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sim/sim_client.h"
#include "sim/world.h"
#include "support/status_matchers.h"
#include "wire/key_codec.h"

namespace bridle::internal::sim {

using absl::StatusCode;
using detail::DelRequest;
using detail::GetRequest;
using detail::SetRequest;
using test::FailsWith;
using test::IsOk;
using testing::AllOf;
using testing::HasSubstr;

// Not on any loop of the client.
inline constexpr std::optional<std::size_t> kForeign = std::nullopt;

using Value = absl::StatusOr<std::optional<std::string>>;

// A key of partition `partition` of `count`.
inline std::string keyIn(int partition, int count) {
  for (int i = 0;; ++i) {
    std::string key = text("key", i);
    if (wire::partitionIndex(wire::keyHash(key, {}), count) == partition) return key;
  }
}

MATCHER_P(FailsWithCode, code, "") {
  const absl::Status& status = test::statusOf(arg);
  *result_listener << status.ToString();
  const std::optional<ErrorInfo> info = errorInfo(status);
  return info.has_value() && info->code == code;
}

// A world with table "t" of 4 partitions and a client that has opened it; a message takes 100 us.
// Partition i has its primary on server i % 3. At the end everything has to be gone.
class WorldTest : public testing::Test {
 protected:
  static constexpr int kPartitions = 4;

  void make(const WorldOptions& options = {}) {
    t_.reset();
    client_.reset();
    world_ = std::make_unique<World>(options);
    ASSERT_THAT(world_->createTable("t", kPartitions), IsOk());
  }

  void connect(ClientOptions options = {}, const TableOptions& table = {}) {
    client_ = std::make_unique<SimClient>(*world_, std::move(options));
    openTable(table);
  }

  void openTable(const TableOptions& options = {}) {
    const absl::StatusOr<TablePtr> opened = client_->open("t", options);
    ASSERT_THAT(opened, IsOk());
    t_ = *opened;
  }

  void SetUp() override {
    make();
    connect();
    pass(1ms);  // connections
  }

  void TearDown() override {
    client_.reset();
    t_.reset();
    world_->stopCluster();
    EXPECT_TRUE(world_->reactor().runUntilIdle(1h));
    EXPECT_EQ(world_->network().links(), 0U);
    EXPECT_EQ(world_->network().ports(), 0U);
    EXPECT_EQ(world_->network().lookups(), 0U);
  }

  onebox::Cluster& cluster() { return world_->cluster(); }
  SimNetwork& network() { return world_->network(); }
  TimePoint now() { return world_->now(); }
  void pass(Duration time) { world_->reactor().runFor(time); }
  void after(Duration time, std::function<void()> work) {
    world_->schedule().after(time, std::move(work));
  }

  TableStats tableStats() { return client_->stats().tables["t"]; }

  Value get(std::string_view key, double timeout_ms = 0) {
    return client_->get(t_, key, timeout_ms);
  }
  absl::Status set(std::string_view key, std::string_view value, double timeout_ms = 0) {
    return client_->set(t_, key, value, timeout_ms);
  }

  // Starts a get; its completion is added to `ends_`.
  void startGet(std::string_view key, double timeout_ms = 0, std::optional<std::size_t> loop = 0) {
    client_->start(
        t_, GetRequest{{{key}, {timeout_ms}}},
        [this](Value value) { ends_.push_back(std::move(value)); }, loop);
  }

  // Lets time pass until so many have ended.
  void awaitEnds(std::size_t count) {
    EXPECT_TRUE(world_->reactor().runUntil([&] { return ends_.size() >= count; }, 1h));
    EXPECT_EQ(ends_.size(), count);
  }

  std::unique_ptr<World> world_;
  std::unique_ptr<SimClient> client_;
  TablePtr t_;
  std::vector<Value> ends_;
  const std::string key_ = keyIn(0, kPartitions);  // its primary is server 0
};

}  // namespace bridle::internal::sim
