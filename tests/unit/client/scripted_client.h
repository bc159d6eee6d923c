#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <vector>

#include "client/client_core.h"
#include "io/sim_network.h"
#include "io/sim_reactor.h"
#include "unit/route/config_builder.h"
#include "unit/rpc/scripted_server.h"

namespace bridle::test {

// A client in virtual time, a meta server that tells of any number of partitions, and one replica
// server that has them all.
class ScriptedClientTest : public testing::Test {
 protected:
  using Request = ScriptedServer::Request;
  static constexpr Endpoint kReplica{0x0a000201, 34801};
  inline static const ClientOptions kOptions{
      .meta_servers = {"10.0.1.1:34601"}, .operation_timeout_ms = 500, .seed = 1};

  ScriptedClientTest() {
    meta.script = [this](const Request& request) {
      const auto question =
          internal::wire::decodeArgs<internal::wire::query_cfg_request>(request.args);
      const bool look = !question->partition_indices.empty();
      meta.reply(request, encoded(config(look ? partitions_looked_at : partitions_told)));
    };
    core->openTable("t", {}, [this](auto opened) { table = *opened; });
    EXPECT_TRUE(reactor.runUntil([this] { return table != nullptr; }, std::chrono::seconds(1)));
  }
  ~ScriptedClientTest() override {
    core->refuseNewCalls();
    core->closeShard(0);
    core->forgetTables();
    EXPECT_TRUE(reactor.runUntilIdle(std::chrono::hours(1)));
  }

  static query_cfg_response config(int partitions) {
    query_cfg_response config = tableConfig(2, partitions);
    for (auto& partition : config.partitions) {
      partition.primary = kReplica;
      partition.secondaries.clear();
    }
    return config;
  }

  internal::SimReactor reactor;
  internal::SimNetwork network{reactor, 1};
  ScriptedServer meta{network, {0x0a000101, 34601}};
  ScriptedServer replica{network, kReplica};
  int partitions_told = 1;       // to those who ask for the routes
  int partitions_looked_at = 1;  // to a scan
  std::shared_ptr<internal::ClientCore> core = std::make_shared<internal::ClientCore>(
      kOptions, std::vector<internal::Network*>{&network.host(0x0a000001)});
  std::shared_ptr<detail::TableCore> table;
};

}  // namespace bridle::test
