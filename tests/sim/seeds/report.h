#pragma once

#include <string>
#include <vector>

#include "base/status.h"
#include "io/sim_reactor.h"

namespace bridle::internal::sim {

// What a run has to say: whatever was wrong, and, if somebody wants to read it, all that happened.
class Report {
 public:
  Report(SimReactor& reactor, bool traced) : reactor_(reactor), traced_(traced) {}

  template <typename... Parts>
  void wrong(const Parts&... parts) {
    wrong_.push_back(line(parts...));
    if (traced_) trace_.push_back("WRONG " + wrong_.back());
  }

  template <typename... Parts>
  void note(const Parts&... parts) {
    if (traced_) trace_.push_back(line(parts...));
  }

  const std::vector<std::string>& complaints() const { return wrong_; }
  const std::vector<std::string>& trace() const { return trace_; }

 private:
  template <typename... Parts>
  std::string line(const Parts&... parts) {
    return text(toMillis(reactor_.now().time_since_epoch()), " ms  ", parts...);
  }

  SimReactor& reactor_;
  const bool traced_;
  std::vector<std::string> wrong_;
  std::vector<std::string> trace_;
};

}  // namespace bridle::internal::sim
