#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "io/reactor.h"
#include "onebox/fault_rules.h"

namespace bridle::internal::onebox {

// A request that a fault holds back. It outlives its connection, as in the server: what has arrived
// is executed.
class DelayedRequest final : public Timer {
 public:
  class Owner {
   public:
    virtual void onDelayOver(DelayedRequest& delayed) = 0;  // may destroy it

   protected:
    ~Owner() = default;
  };

  DelayedRequest(Owner& owner, Reactor& reactor, std::uint64_t number, std::string_view bytes,
                 const FaultPlan& faults, std::uint64_t from)
      : id(number),
        frame(bytes),
        plan(faults),
        arrived(reactor.now()),
        connection(from),
        owner_(owner),
        reactor_(reactor) {
    reactor.arm(*this, arrived + plan.delay);
  }
  ~DelayedRequest() { reactor_.cancel(*this); }

  const std::uint64_t id;
  const std::string frame;
  const FaultPlan plan;
  const TimePoint arrived;
  const std::uint64_t connection;

 private:
  void onTimer(TimePoint) override { owner_.onDelayOver(*this); }

  Owner& owner_;
  Reactor& reactor_;
};

}  // namespace bridle::internal::onebox
