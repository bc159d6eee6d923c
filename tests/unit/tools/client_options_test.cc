#include "tools/bench/client_options.h"

#include "support/status_matchers.h"

namespace bridle::internal::bench {
namespace {

using testing::ElementsAre;

TEST(ClientOptionsTest, TakeTheirValuesFromProperties) {
  Properties properties;
  properties.set("meta_servers", "a:1, b:2", "-p");
  properties.set("operation_timeout", "250", "-p");
  properties.set("event_loops", "3", "-p");
  properties.set("seed", "9", "-p");
  properties.set("backup_request_ms", "2.5", "-p");
  ASSERT_THAT(properties.check(), test::IsOk());
  ClientOptions client;
  TableOptions table;
  applyTo(properties, client, table);
  EXPECT_THAT(client.meta_servers, ElementsAre("a:1", "b:2"));
  EXPECT_EQ(client.operation_timeout_ms, 250);
  EXPECT_EQ(client.event_loops, 3);
  EXPECT_EQ(client.seed, 9U);
  EXPECT_EQ(table.backup_request_ms, 2.5);
}

TEST(ClientOptionsTest, KeepTheirDefaultsOtherwise) {
  ClientOptions client;
  TableOptions table;
  applyTo(Properties(), client, table);
  EXPECT_EQ(client.operation_timeout_ms, ClientOptions().operation_timeout_ms);
  EXPECT_EQ(table.backup_request_max_ratio, TableOptions().backup_request_max_ratio);
}

}  // namespace
}  // namespace bridle::internal::bench
