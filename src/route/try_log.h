#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bridle::internal {

// What was tried and what came of it, for the error text of a call that asked many servers many
// times. Equal outcomes are counted, and what exceeds limits::kMaxTriesListed is left out.
class TryLog {
 public:
  // `outcome` is a text for people that names the server itself.
  void add(std::string_view server, std::string_view outcome);
  bool knows(std::string_view server) const;

  std::string toString() const;  // "A: refused (5 times); B: not the leader"

 private:
  struct Outcome {
    std::string server;
    std::string text;
    int times = 0;
  };

  std::vector<Outcome> outcomes_;
  bool left_out_ = false;
};

}  // namespace bridle::internal
