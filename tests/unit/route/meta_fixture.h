#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "io/sim_network.h"
#include "io/sim_reactor.h"
#include "route/meta_session.h"
#include "unit/route/config_builder.h"
#include "unit/rpc/scripted_server.h"
#include "wire/rpc_names.h"

namespace bridle::test {

using namespace std::chrono_literals;

// Three metas in virtual time, silent until they are told what to say, and a session to them.
class MetaFixture : public testing::Test {
 protected:
  static constexpr std::uint32_t kClient = 0x0a000001;
  static constexpr std::uint32_t kMetaBase = 0x0a000100;  // 10.0.1.0

  static Endpoint metaAddress(std::uint32_t number) { return {kMetaBase + number, 34601}; }

  MetaFixture() {
    for (std::uint32_t number = 1; number <= 3; ++number) {
      metas.emplace_back(network, metaAddress(number));
    }
  }

  // The result of one call.
  struct Outcome {
    int ends = 0;
    absl::StatusOr<std::string> result;
  };

  static internal::MetaOptions options(const std::vector<std::string>& servers) {
    internal::MetaOptions made{{}, 1s, {.connect_timeout = 1s, .reset_after = 10s, .seed = 1}};
    for (const std::string& server : servers) {
      made.servers.push_back(*internal::parseHostPort(server));
    }
    return made;
  }

  void useServers(const std::vector<std::string>& servers) {
    session.emplace(network.host(kClient), options(servers));
  }

  void always(std::size_t meta, query_cfg_response answer) {
    ScriptedServer& server = metas[meta - 1];
    server.script = [&server, bytes = encoded(answer)](const auto& request) {
      server.reply(request, bytes);
    };
  }

  ScriptedServer& meta(std::size_t number) { return metas[number - 1]; }

  void ask(Outcome& outcome, Duration limit,
           std::string_view rpc = internal::wire::rpc_names::kQueryConfig) {
    session->call(std::string(rpc), "args", reactor.now() + limit,
                  [&outcome](absl::StatusOr<std::string> result) {
                    ++outcome.ends;
                    outcome.result = std::move(result);
                  });
  }

  internal::SimReactor reactor;
  internal::SimNetwork network{reactor, 1};
  std::deque<ScriptedServer> metas;
  std::optional<internal::MetaSession> session{
      std::in_place, network.host(kClient),
      options({"10.0.1.1:34601", "10.0.1.2:34601", "10.0.1.3:34601"})};
};

}  // namespace bridle::test
