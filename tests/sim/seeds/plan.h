#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bridle/options.h"
#include "io/sim_path.h"
#include "sim/world.h"

namespace bridle::internal::sim {

// What one seed stands for.
struct Plan {
  struct Table {
    std::string name;
    int partitions;
  };
  struct Handle {
    int client;
    int table;
    TableOptions options;
    bool hedged() const { return options.backup_request_ms > 0; }
  };
  struct Key {
    int table;
    int writer;  // the only handle that writes it
    std::string name;
  };

  static Plan draw(std::uint64_t seed);

  std::uint64_t seed = 0;
  WorldOptions world;
  SimPath calm;  // the network in good times
  std::vector<ClientOptions> clients;
  std::vector<Table> tables;  // the last one has no handles: it is first opened when all goes wrong
  std::vector<Handle> handles;
  std::vector<Key> keys;
  Duration storm{};  // how long things go wrong
  int calls = 0;
  int troubles = 0;
};

}  // namespace bridle::internal::sim
