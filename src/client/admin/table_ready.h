#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/time.h"
#include "io/reactor.h"
#include "route/meta_session.h"

namespace bridle::internal {

// Asks the meta servers again and again until each partition of a table has a primary and all its
// secondaries, or the deadline passes. Loop thread only; destroying it ends it.
class TableReady {
 public:
  using Done = std::function<void(const absl::Status&)>;

  // `done` is called once, never from inside the constructor, and may destroy this. Errors:
  // kTableNotFound, kTableUnavailable with how far the table is.
  TableReady(MetaSession& meta, Reactor& reactor, std::string table, TimePoint deadline, Done done);
  ~TableReady();
  TableReady(const TableReady&) = delete;
  TableReady& operator=(const TableReady&) = delete;

 private:
  void ask();
  void onAnswer(const absl::StatusOr<std::string>& answer);
  void onTimer(TimePoint now);
  void askLater(std::string state);

  MetaSession& meta_;
  Reactor& reactor_;
  const std::string table_;
  const TimePoint deadline_;
  const Done done_;
  std::string state_ = "no meta server has told where its partitions are";
  MemberTimer<&TableReady::onTimer> timer_{*this};
  std::shared_ptr<void> alive_;
};

}  // namespace bridle::internal
