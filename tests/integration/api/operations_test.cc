#include <atomic>
#include <thread>
#include <vector>

#include "api_fixture.h"

namespace bridle {
namespace {

TEST_F(ApiTest, AValueComesBackUntilItIsRemoved) {
  Table table = open();
  EXPECT_THAT(*table.get({"user", "name"}), testing::Eq(std::nullopt));
  EXPECT_THAT(*table.exist({"user", "name"}), false);
  ASSERT_THAT(table.set({"user", "name"}, "Ada"), IsOk());
  EXPECT_THAT(*table.get({"user", "name"}), Optional(std::string("Ada")));
  EXPECT_THAT(*table.exist({"user", "name"}), true);
  EXPECT_THAT(*table.get({"user", "other"}), testing::Eq(std::nullopt));
  ASSERT_THAT(table.del({"user", "name"}), IsOk());
  EXPECT_THAT(*table.get({"user", "name"}), testing::Eq(std::nullopt));
  EXPECT_THAT(table.del({"user", "name"}), IsOk()) << "removing what is not there is no error";
}

TEST_F(ApiTest, ATtlIsSetReadAndReplaced) {
  Table table = open();
  EXPECT_THAT(*table.ttl({"k"}), testing::Eq(std::nullopt));
  ASSERT_THAT(table.set({"k"}, "v", {.ttl_seconds = 1000}), IsOk());
  const auto ttl = table.ttl({"k"});
  ASSERT_TRUE(ttl.ok() && ttl->has_value());
  EXPECT_THAT((*ttl)->seconds, testing::AllOf(testing::Gt(990), testing::Le(1000)));
  ASSERT_THAT(table.set({"k"}, "v"), IsOk());
  EXPECT_EQ((**table.ttl({"k"})).seconds, Ttl::kForever);
  EXPECT_FALSE((**table.ttl({"k"})).expires());
}

TEST_F(ApiTest, A61_BinaryKeysAndValuesRoundTrip) {
  Table table = open();
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes.push_back(static_cast<char>(i));
  ASSERT_THAT(table.set({bytes, bytes}, bytes), IsOk());
  EXPECT_THAT(*table.get({bytes, bytes}), Optional(bytes));
  ASSERT_THAT(table.set({"", "only a sort key"}, ""), IsOk());
  EXPECT_THAT(*table.get({"", "only a sort key"}), Optional(std::string()));
  const std::string longest(65534, 'h');
  ASSERT_THAT(open({.max_hash_key_bytes = 0}).set({longest}, "long"), IsOk());
  EXPECT_THAT(*table.get({longest}), Optional(std::string("long")));
}

TEST_F(ApiTest, EveryPartitionIsReached) {
  Table table = open();
  for (int i = 0; i < 200; ++i) {
    const std::string key = "key" + std::to_string(i);
    ASSERT_THAT(table.set({key}, key), IsOk());
  }
  for (int i = 0; i < 200; ++i) {
    const std::string key = "key" + std::to_string(i);
    ASSERT_THAT(*table.get({key}), Optional(key));
  }
  for (int server = 0; server < 3; ++server) EXPECT_GT(onebox_->counts(server).writes, 0U);
}

TEST_F(ApiTest, ClientsOfTwoClustersLiveSideBySide) {
  auto other = Onebox::start({.replicas = 1, .tables = {{"t", 2}}});
  ASSERT_THAT(other, IsOk());
  auto other_client = Client::connect({.meta_servers = (*other)->metaServers()});
  ASSERT_THAT(other_client, IsOk());
  Table here = open();
  Table there = *other_client->openTable("t");
  ASSERT_THAT(here.set({"k"}, "here"), IsOk());
  ASSERT_THAT(there.set({"k"}, "there"), IsOk());
  EXPECT_THAT(*here.get({"k"}), Optional(std::string("here")));
  EXPECT_THAT(*there.get({"k"}), Optional(std::string("there")));
}

TEST_F(ApiTest, A75_SeveralLoopsGiveTheSameAnswers) {
  connect({.event_loops = 3});
  Table table = open({.backup_request_ms = 20});
  std::vector<std::thread> threads;
  std::atomic<int> good = 0;
  for (int t = 0; t < 6; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 50; ++i) {
        const std::string key = std::to_string(t) + "/" + std::to_string(i);
        if (!table.set({key}, key).ok()) continue;
        const Value value = table.get({key});
        if (value.ok() && *value == key) ++good;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(good, 300);
}

}  // namespace
}  // namespace bridle
