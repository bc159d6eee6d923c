// Starts work that is made of several calls, for any completion token. Nothing here is for direct
// use.
#pragma once

#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/cancellation_type.hpp>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

#include "bridle/detail/operation.h"

namespace bridle::detail {

// Lets one job be cancelled, from any thread, at any time. The library holds the body.
class JobControl;

// Hands a job over to a loop of the client, which will deliver to the operation exactly once. The
// control is null if the job cannot be cancelled.
using JobStart = std::function<void(Operation&, const std::shared_ptr<JobControl>&)>;

class JobCanceller {
 public:
  static std::shared_ptr<JobControl> newControl();

  explicit JobCanceller(std::shared_ptr<JobControl> control) : control_(std::move(control)) {}
  void operator()(boost::asio::cancellation_type type) const;

 private:
  std::shared_ptr<JobControl> control_;
};

template <typename Completion>
struct JobInitiation {
  template <typename Handler>
  void operator()(Handler handler, const JobStart& start) const {
    std::shared_ptr<JobControl> control;
    auto slot = boost::asio::get_associated_cancellation_slot(handler);
    if (slot.is_connected()) {
      control = JobCanceller::newControl();
      slot.template emplace<JobCanceller>(control);
    }
    start(HandlerOperation<Completion, Handler>::create(std::move(handler), {}), control);
  }
};

// What may stand where the handler of a job is expected.
template <typename Token, typename Completion>
concept JobTokenFor = boost::asio::completion_token_for < std::decay_t<Token>,
void(Completion) > ;

template <typename Completion, typename Token>
auto initiateJob(JobStart start, Token& token) {
  return boost::asio::async_initiate<Token, void(Completion)>(JobInitiation<Completion>{}, token,
                                                              std::move(start));
}

}  // namespace bridle::detail
