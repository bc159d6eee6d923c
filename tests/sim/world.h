#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/sim_network.h"
#include "onebox/cluster.h"
#include "sim/schedule.h"

namespace bridle::internal::sim {

using namespace std::chrono_literals;

struct WorldOptions {
  int metas = 1;
  int replicas = 3;
  std::uint64_t seed = 1;
  bool drop_expired_requests = false;
  std::string data_dir = {};  // where the records are; empty: in memory
};

// A cluster and the network around it, in virtual time. Clients are made upon it.
class World {
 public:
  explicit World(const WorldOptions& options = {});

  static Endpoint meta(int index) { return {kMetas + static_cast<std::uint32_t>(index), 34601}; }
  static Endpoint replica(int index) {
    return {kReplicas + static_cast<std::uint32_t>(index), 34801};
  }
  static std::uint32_t clientHost(int index) {
    return kClients + static_cast<std::uint32_t>(index);
  }

  const WorldOptions& options() const { return options_; }
  SimReactor& reactor() { return reactor_; }
  SimNetwork& network() { return network_; }
  Schedule& schedule() { return schedule_; }
  onebox::Cluster& cluster() { return *cluster_; }
  TimePoint now() { return reactor_.now(); }

  absl::Status createTable(const std::string& name, int partitions);
  void dropTable(const std::string& name);
  int appId(std::string_view name) const;  // 0: there is no such table
  int partitionsOf(int app_id) const { return partitions_.at(app_id); }

  // Throws if the rule is none.
  int addFault(const OneboxFault& fault);

  int primaryOf(std::string_view table, int partition);

  // Every request that reached a replica server, in the order of arrival.
  struct Seen {
    TimePoint at;
    int server = 0;
    std::string rpc;
    wire::RequestHeader header;
  };
  const std::vector<Seen>& seen() const { return seen_; }
  void forgetSeen() { seen_.clear(); }
  std::size_t seenAt(int server) const;

  // Called for each as well.
  std::function<void(const onebox::RequestSeen&)> on_request;

  void stopCluster() { cluster_.reset(); }

 private:
  static constexpr std::uint32_t kMetas = 0x0a000101;     // 10.0.1.1
  static constexpr std::uint32_t kReplicas = 0x0a000201;  // 10.0.2.1
  static constexpr std::uint32_t kClients = 0x0a000301;   // 10.0.3.1

  void onRequest(const onebox::RequestSeen& request);

  const WorldOptions options_;
  SimReactor reactor_;
  SimNetwork network_;
  Schedule schedule_{reactor_};
  std::map<std::string, int, std::less<>> app_ids_;
  std::map<int, int> partitions_;  // by app id, also of tables that were dropped
  std::vector<Seen> seen_;
  std::unique_ptr<onebox::Cluster> cluster_;
};

}  // namespace bridle::internal::sim
