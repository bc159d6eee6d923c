#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "base/time.h"
#include "support/fake_replica.h"
#include "support/test_call.h"

namespace bridle::test {

// Something that happens by itself at a moment: "moved=S1@20ms".
struct Happening {
  std::string what;
  internal::Duration at;
};

// One line of a table of paths, as tests/data/paths/README.md describes it.
struct Scenario {
  TestOp op;
  internal::Duration backup_delay{};
  internal::Duration deadline = std::chrono::seconds(1);
  double budget = 1;
  std::string first_primary = "P";               // "none": there is none to begin with
  std::optional<internal::Duration> meta_after;  // not set: the meta never answers
  std::string meta_answer = "P";                 // who is the primary by then; "none"
  std::vector<Happening> happenings;             // "moved=..", "cancel", "close", "gone"

  struct Server {
    bool down = false;
    std::vector<Answer> answers;
  };
  std::map<std::string, Server> servers;  // by name: P, S1, S2

  std::string path;     // expected, "P@0 S1@10(backup)"
  std::string outcome;  // expected, "ok@12 from S1"
};

// InvalidArgument that says what in the line is wrong.
absl::StatusOr<Scenario> parseScenario(std::string_view line);

// "2.5", in milliseconds.
std::string millis(internal::Duration duration);

}  // namespace bridle::test
