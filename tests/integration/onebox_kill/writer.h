#pragma once

#include <set>

#include "absl/status/status.h"

namespace bridle::test {

// Changes something of its own in a cluster, one change after the other, and knows what must have
// become of them.
class Writer {
 public:
  virtual ~Writer() = default;

  virtual void writeNext() = 0;

  // Compares with the cluster, with no change under way; each difference is a failure of the test.
  virtual void check() = 0;

  int acknowledged() const { return acknowledged_; }

 protected:
  int acknowledged_ = 0;
};

// What something must be: as the last acknowledged change left it, or as one of those after it
// whose fate is unknown.
template <typename State>
class Expected {
 public:
  void note(const absl::Status& change, const State& state) {
    if (change.ok()) {
      settle(state);
    } else {
      unknown_.insert(state);
    }
  }

  // It has been seen as this.
  void settle(const State& state) {
    acknowledged_ = state;
    unknown_.clear();
  }

  bool allows(const State& state) const {
    return state == acknowledged_ || unknown_.contains(state);
  }
  const State& acknowledged() const { return acknowledged_; }

 private:
  State acknowledged_{};
  std::set<State> unknown_;
};

}  // namespace bridle::test
