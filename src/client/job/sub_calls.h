#pragma once

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <cstddef>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "bridle/detail/initiate.h"
#include "client/call_info_sum.h"
#include "client/table_core.h"

namespace bridle::internal {

// The calls of one table that a job has in flight, at most a window of them. On the job's loop.
class SubCalls {
 public:
  // `info`: where to tell what they come to, if anywhere.
  SubCalls(std::shared_ptr<detail::TableCore> table, std::size_t window, CallInfo* info)
      : table_(std::move(table)), window_(window), info_(info) {}

  bool full() const { return in_flight_ == window_; }
  bool none() const { return in_flight_ == 0; }

  // Only while not full. `done` keeps the owner of this alive and is called later, once.
  template <typename Request, typename Done>
  void start(const Request& request, Duration time_left, Done done) {
    start(request, time_left, info_ != nullptr,
          [done = std::move(done)](typename Request::Completion result, const CallInfo&) mutable {
            done(std::move(result));
          });
  }

  // The same, and `done` is told what came of the call as well.
  template <typename Request, typename Done>
  void startTold(const Request& request, Duration time_left, Done done) {
    start(request, time_left, true, std::move(done));
  }

  // Each of them ends soon, with ErrorCode::kCancelled unless it has ended already. Nothing more is
  // told to `info`, whose owner is about to be told of the end.
  void cancelAll() {
    info_ = nullptr;
    for (Slot& slot : slots_) {
      if (slot.in_flight) slot.cancel.emit(boost::asio::cancellation_type::terminal);
    }
  }

  detail::TableCore& table() const { return *table_; }

 private:
  struct Slot {
    boost::asio::cancellation_signal cancel;
    CallInfo info;
    bool in_flight = false;
  };

  template <typename Request, typename Done>
  void start(Request request, Duration time_left, bool told, Done done) {
    Slot& slot = takeSlot();
    request.options.timeout_ms = toMillis(time_left);
    request.options.info = told ? &slot.info : nullptr;
    auto handler = boost::asio::bind_cancellation_slot(
        slot.cancel.slot(),
        [this, &slot, done = std::move(done)](typename Request::Completion result) mutable {
          const CallInfo info = slot.info;
          giveBack(slot);
          done(std::move(result), info);
        });
    detail::initiate(table_.get(), request, handler);
  }

  Slot& takeSlot() {
    ++in_flight_;
    Slot& slot = free_.empty() ? slots_.emplace_back() : *free_.back();
    if (!free_.empty()) free_.pop_back();
    slot.in_flight = true;
    return slot;
  }

  void giveBack(Slot& slot) {
    --in_flight_;
    slot.in_flight = false;
    free_.push_back(&slot);
    if (info_ != nullptr) addCallInfo(*info_, slot.info);
  }

  const std::shared_ptr<detail::TableCore> table_;
  const std::size_t window_;
  CallInfo* info_;
  std::deque<Slot> slots_;
  std::vector<Slot*> free_;
  std::size_t in_flight_ = 0;
};

}  // namespace bridle::internal
