#pragma once

#include <memory>
#include <string>
#include <vector>

#include "frames.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "onebox/cluster.h"
#include "raw_client.h"
#include "support/status_matchers.h"

namespace bridle::internal::onebox {

using namespace std::chrono_literals;
using absl::StatusCode;
using test::FailsWith;
using test::IsOk;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

inline Endpoint metaAt(int index) {
  return {0x0a000001, static_cast<std::uint16_t>(34601 + index)};
}
inline Endpoint replicaAt(int index) {
  return {0x0a000002 + static_cast<std::uint32_t>(index), 34801};
}

// Keys of the tests; rawKey("user", "1") and the like.
inline const std::string kKey = wire::rawKey("user", "1");
inline const std::string kOtherKey = wire::rawKey("user", "2");

// Two meta servers, three replica servers and table "t" (app id 1, 4 partitions), 100 us from each
// client. The primary of partition i is server i % 3, its first secondary the one after.
class OneboxTest : public testing::Test {
 protected:
  OneboxTest() {
    for (int i = 0; i < 2; ++i) options_.metas.push_back(metaAt(i));
    for (int i = 0; i < 3; ++i) options_.replicas.push_back(replicaAt(i));
    options_.on_request = [this](const RequestSeen& seen) {
      if (on_request_) on_request_(seen);
    };
  }

  void SetUp() override { start(); }

  void start() {
    cluster_.reset();
    auto cluster = Cluster::start(network_.host(metaAt(0).ipv4), options_);
    ASSERT_THAT(cluster, IsOk());
    cluster_ = *std::move(cluster);
    ASSERT_THAT(cluster_->createTable({.name = "t", .partitions = 4}), IsOk());
  }

  RawClient& meta(int index = 0) { return clientOf(metaAt(index)); }
  RawClient& replica(int index) { return clientOf(replicaAt(index)); }

  // On a connection of its own for each server, made anew when it was closed.
  RawClient& clientOf(const Endpoint& server) {
    std::unique_ptr<RawClient>& client = clients_[server];
    if (client == nullptr || !client->open()) {
      client = std::make_unique<RawClient>(network_, server);
    }
    return *client;
  }

  // Partition 0 at its primary.
  void put(std::string_view key, std::string_view value, std::int32_t expire_ts = 0) {
    EXPECT_EQ(primary().call(putFrame(key, value, expire_ts)).as<wire::update_response>().error, 0);
  }
  wire::read_response get(std::string_view key) {
    return primary().call(getFrame(key)).as<wire::read_response>();
  }
  RawClient& primary() { return replica(*cluster_->partition("t", 0)->config().primary); }

  std::int32_t expireIn(std::int32_t seconds) {
    return static_cast<std::int32_t>(pegasusSeconds(reactor_.unixSeconds())) + seconds;
  }

  SimReactor reactor_;
  SimNetwork network_{reactor_, 1};
  ClusterOptions options_;
  std::function<void(const RequestSeen&)> on_request_;
  std::unique_ptr<Cluster> cluster_;
  std::map<Endpoint, std::unique_ptr<RawClient>> clients_;
};

}  // namespace bridle::internal::onebox
