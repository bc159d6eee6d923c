#include "sim/sim_client.h"

#include <stdexcept>

#include "client/work.h"

namespace bridle::internal::sim {
namespace {

ClientOptions complete(ClientOptions options, const World& world) {
  if (options.seed == 0) options.seed = world.options().seed;
  if (!options.meta_servers.empty()) return options;
  for (int i = 0; i < world.options().metas; ++i) {
    options.meta_servers.push_back(World::meta(i).toString());
  }
  return options;
}

}  // namespace

SimClient::SimClient(World& world, ClientOptions options, int index, TapUser* tap) : world_(world) {
  Network* network = &world.network().host(World::clientHost(index));
  if (tap != nullptr) {
    loops_->tap = std::make_unique<TapNetwork>(*network, *tap);
    network = loops_->tap.get();
  }
  std::vector<Network*> networks;
  for (int i = 0; i < options.event_loops; ++i) {
    loops_->all.push_back(std::make_unique<SimLoop>(world.reactor(), *network, loops_->current));
    networks.push_back(loops_->all.back().get());
  }
  core_ = std::make_shared<ClientCore>(complete(std::move(options), world), networks, loops_);
}

SimClient::~SimClient() {
  try {
    close();
    world_.reactor().runFor({});  // whatever was posted on the way
  } catch (const std::logic_error&) {
    // The reactor found no end at this instant, which the test has been told already.
  }
}

absl::StatusOr<TablePtr> SimClient::open(const std::string& name, const TableOptions& options) {
  std::optional<absl::StatusOr<TablePtr>> result;
  core_->openTable(name, options,
                   [&result](absl::StatusOr<TablePtr> table) { result.emplace(std::move(table)); });
  world_.reactor().runUntil([&result] { return result.has_value(); }, kPatience);
  return std::move(result).value();
}

void SimClient::close() {
  if (core_->closed()) return;
  core_->refuseNewCalls();
  for (std::size_t i = 0; i < core_->shardCount(); ++i) {
    postWork(core_->shard(i).reactor(), [core = core_, i] { core->closeShard(i); });
  }
  world_.reactor().step();
  core_->forgetTables();
}

void SimClient::closeHere() {
  if (core_->closed()) return;
  core_->refuseNewCalls();
  for (std::size_t i = 0; i < core_->shardCount(); ++i) core_->closeShard(i);
  core_->forgetTables();
}

}  // namespace bridle::internal::sim
