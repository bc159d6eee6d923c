#pragma once

#include <boost/asio/io_context.hpp>
#include <memory>

#include "io/reactor.h"

namespace bridle::internal {

// A Reactor on somebody's io_context, which is run by one thread. The loop belongs to them: they
// may run other work on it.
//
// Destroy it on the loop's thread, also from within one of its callbacks, or while nobody runs the
// loop; in each case before the io_context, unless endTasks() was called before that. Tasks that
// have not run by then never will.
class AsioReactor final : public Reactor {
 public:
  using Executor = boost::asio::io_context::executor_type;

  explicit AsioReactor(const Executor& executor);
  ~AsioReactor() override;

  TimePoint now() override;
  TimePoint readClock() const override;
  std::int64_t unixSeconds() override;
  void arm(Timer& timer, TimePoint when) override;
  void cancel(Timer& timer) override;
  bool post(Task& task) override;
  bool isCurrent() const override;
  void atTurnEnd(TurnEnd& work) override;
  void cancelTurnEnd(TurnEnd& work) override;

  const Executor& executor() const;

  // On the loop's thread, or when it has none: runs the tasks that are waiting and refuses all
  // others. Timers fire no more.
  void endTasks();

 private:
  class Core;

 public:
  // Held by each Asio handler while it is in our code: it opens the turn, if none is open.
  class Turn {
   public:
    explicit Turn(AsioReactor& reactor) : Turn(reactor.core_) {}
    explicit Turn(std::shared_ptr<Core> core);
    ~Turn();
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    const std::shared_ptr<Core> core_;  // the reactor may be destroyed within the turn
  };

 private:
  const std::shared_ptr<Core> core_;
};

}  // namespace bridle::internal
