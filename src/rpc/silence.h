#pragma once

#include "base/time.h"

namespace bridle::internal {

// How long a peer has kept silent although it owed an answer. The clock runs while requests are
// outstanding and goes back to zero with every byte that comes. When the last request is given up,
// its answer is still owed for limits::kAnswerOwed: so a dead peer is found even if each request is
// given up early, while a server that drops a single request for good reasons (throttled backup
// requests) is not blamed for the idle time afterwards.
class Silence {
 public:
  void expectAnswer(TimePoint now);  // requests are outstanding from now on
  void giveUp(TimePoint now);        // the last outstanding request was given up
  void heard(TimePoint now, bool outstanding);

  // When the silence will have lasted for `limit` if nothing changes; kNever if it ends before.
  TimePoint lasts(Duration limit) const;

 private:
  void addUp(TimePoint now);

  Duration before_{};       // silence until since_
  TimePoint since_{};       // the last change
  TimePoint owed_until_{};  // an answer is owed from since_ until then
};

}  // namespace bridle::internal
