#pragma once

#include <utility>

#include "bridle/batch_operations.h"
#include "sim/sim_client.h"

namespace bridle::internal::sim {

// The families of operations that a Table has, for tables of a simulated client.
class SimTable : public BatchOperations {
 public:
  explicit SimTable(TablePtr core) : BatchOperations(std::move(core)) {}
};

}  // namespace bridle::internal::sim
