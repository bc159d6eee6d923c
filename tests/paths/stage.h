#pragma once

#include <string>
#include <vector>

#include "paths/scenario.h"
#include "support/table_world.h"

namespace bridle::test {

// What came of a scenario.
struct Played {
  std::string path;
  std::string outcome;
  std::vector<std::string> broken;  // rules that hold in every scenario, but not in this one
};

// Plays a scenario on a table handler with scripted servers, in virtual time, to its end and until
// all is quiet.
class Stage {
 public:
  explicit Stage(const Scenario& scenario);

  Played play();

 private:
  struct Visit {
    internal::TimePoint at;
    std::string text;
  };

  FakeMeta::Partition partitionWith(const std::string& primary);
  FakeReplica& replica(const std::string& name);
  void prepare();
  void make(const Happening& happening);
  std::string pathText();
  std::string outcomeText() const;
  void checkRequests(const FakeReplica& replica, bool secondary);
  void checkEnd();
  void expect(bool holds, std::string what);

  const Scenario scenario_;
  TableWorld world_;
  Later later_{world_.reactor};
  TestCall* call_ = nullptr;
  Played played_;
};

}  // namespace bridle::test
