#pragma once

#include <memory>
#include <optional>
#include <string>

#include "bridle/scan_operations.h"
#include "sim/sim_client.h"
#include "sim/world.h"
#include "step.h"

namespace bridle::internal::sim {

// The real thing: a table of a client and a cluster in virtual time.
class Subject {
 public:
  // Makes the table; it is dropped at the end.
  Subject(SimClient& client, std::string table);
  ~Subject();
  Subject(const Subject&) = delete;
  Subject& operator=(const Subject&) = delete;

  // What comes of a step. Steps begin well within a second, so that a record does not expire while
  // one is under way.
  std::string apply(const Step& step);

 private:
  template <typename Request>
  typename Request::Completion call(const Request& request) {
    return client_.await(table_, request);
  }

  std::string read(const Step& step);
  std::string write(const Step& step);
  std::string readSeveral(const Step& step);
  std::string writeSeveral(const Step& step);
  std::string checkAndWrite(const Step& step);
  std::string scan(const Step& step);
  std::string scanTable(const Step& step);
  absl::StatusOr<std::vector<Row>> drain(Scanner& scanner);

  SimClient& client_;
  World& world_;
  const std::string name_;
  TablePtr table_;
};

}  // namespace bridle::internal::sim
