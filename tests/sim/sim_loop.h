#pragma once

#include <memory>
#include <utility>

#include "io/link.h"
#include "io/sim_reactor.h"

namespace bridle::internal::sim {

// One of several loops of a client on one SimReactor. All run in the same thread; which of them
// "the caller is on" is what the test says, so that calls can be started on each loop and as if
// from a thread that runs none.
class SimLoop final : public Reactor, public Network {
 public:
  SimLoop(SimReactor& reactor, Network& network, const SimLoop* const& current)
      : reactor_(reactor), network_(network), current_(current) {}

  TimePoint now() override { return reactor_.now(); }
  TimePoint readClock() const override { return reactor_.readClock(); }
  std::int64_t unixSeconds() override { return reactor_.unixSeconds(); }
  void arm(Timer& timer, TimePoint when) override { reactor_.arm(timer, when); }
  void cancel(Timer& timer) override { reactor_.cancel(timer); }
  bool post(Task& task) override { return reactor_.post(task); }
  bool isCurrent() const override { return current_ == this; }
  void atTurnEnd(TurnEnd& work) override { reactor_.atTurnEnd(work); }
  void cancelTurnEnd(TurnEnd& work) override { reactor_.cancelTurnEnd(work); }

  Reactor& reactor() override { return *this; }
  std::unique_ptr<Link> dial(const Endpoint& to, LinkUser& user) override {
    return network_.dial(to, user);
  }
  absl::StatusOr<std::unique_ptr<ListeningPort>> listen(const Endpoint& at,
                                                        LinkListener& listener) override {
    return network_.listen(at, listener);
  }
  void resolve(const HostPort& name, std::weak_ptr<void> owner, Resolved done) override {
    network_.resolve(name, std::move(owner), std::move(done));
  }

 private:
  SimReactor& reactor_;
  Network& network_;
  const SimLoop* const& current_;
};

}  // namespace bridle::internal::sim
