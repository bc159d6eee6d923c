#pragma once

#include <memory>
#include <vector>

#include "tools/bench/target.h"

namespace bridle::internal::bench {

// Answers everything at once with OK and no value: what is left to measure is the cost of the load
// generator.
class NoopTarget final : public Target {
 public:
  explicit NoopTarget(std::size_t loops);
  ~NoopTarget() override;

  std::size_t loops() const override { return loops_.size(); }
  Loop& loop(std::size_t index) override;

 private:
  class NoopLoop;
  std::vector<std::unique_ptr<NoopLoop>> loops_;
};

}  // namespace bridle::internal::bench
