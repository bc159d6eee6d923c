#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "io/reactor.h"
#include "onebox/fault_rules.h"

namespace bridle::internal::onebox {

// A request that a fault or a throttling holds back. It outlives its connection, as in the server:
// what has arrived is executed.
class DelayedRequest final : public Timer {
 public:
  class Owner {
   public:
    virtual void onDelayOver(DelayedRequest& delayed) = 0;  // may destroy it

   protected:
    ~Owner() = default;
  };

  struct Content {
    std::string frame;
    FaultPlan plan;  // says how long
    TimePoint arrived;
    bool was_throttled = false;
    std::uint64_t connection = 0;
  };

  DelayedRequest(Owner& owner, Reactor& reactor, std::uint64_t number, Content held)
      : id(number), content(std::move(held)), owner_(owner), reactor_(reactor) {
    reactor.arm(*this, reactor.now() + content.plan.delay);
  }
  ~DelayedRequest() { reactor_.cancel(*this); }

  const std::uint64_t id;
  const Content content;

 private:
  void onTimer(TimePoint) override { owner_.onDelayOver(*this); }

  Owner& owner_;
  Reactor& reactor_;
};

}  // namespace bridle::internal::onebox
