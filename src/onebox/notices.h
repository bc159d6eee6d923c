#pragma once

#include <string_view>
#include <utility>

#include "base/time.h"
#include "bridle/onebox.h"
#include "io/reactor.h"

namespace bridle::internal::onebox {

// What a onebox has to say to who runs it.
class Notices {
 public:
  Notices(Reactor& reactor, OneboxNotice sink) : reactor_(reactor), sink_(std::move(sink)) {}

  void tell(std::string_view line) const;

  // Of a trouble that comes at many servers, many times a second: not more often than in an
  // interval.
  void tellSometimes(std::string_view line);

 private:
  Reactor& reactor_;
  const OneboxNotice sink_;
  TimePoint quiet_until_{};
};

}  // namespace bridle::internal::onebox
