#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "plan.h"
#include "report.h"
#include "sim/sim_client.h"

namespace bridle::internal::sim {

// Is everything usable again, some time after all troubles have ended? Writes and reads one record
// in each partition through each handle and loop, again and again until it works.
class Liveness {
 public:
  Liveness(const Plan& plan, World& world, std::vector<std::unique_ptr<SimClient>>& clients,
           const std::vector<TablePtr>& tables, Report& report);

  // Once.
  void check(Duration bound);

 private:
  struct Probe {
    int handle;
    std::size_t loop;
    std::string key;
    bool done = false;
    absl::Status last;
  };

  void addAll();
  void add(int handle, int partition, int partitions);
  SimClient& clientOf(const Probe& probe);
  void write(Probe& probe);
  void read(Probe& probe);
  void again(Probe& probe, const absl::Status& why);

  const Plan& plan_;
  World& world_;
  std::vector<std::unique_ptr<SimClient>>& clients_;
  const std::vector<TablePtr>& tables_;
  Report& report_;
  std::deque<Probe> probes_;
  std::size_t left_ = 0;
};

}  // namespace bridle::internal::sim
