#include "onebox/data/range_walk.h"

#include <utility>

namespace bridle::internal::onebox {

RangeWalk RangeWalk::forward(const Store& store, KeyRange range, std::string prefix) {
  return {store, std::move(range), std::move(prefix), false};
}

RangeWalk RangeWalk::backward(const Store& store, KeyRange range) {
  return {store, std::move(range), {}, true};
}

RangeWalk::RangeWalk(const Store& store, KeyRange range, std::string prefix, bool backward)
    : range_(std::move(range)),
      prefix_(std::move(prefix)),
      backward_(backward),
      cursor_(store.cursor()) {
  seek();
}

void RangeWalk::seek() {
  const std::string& first = backward_ ? range_.stop : range_.start;
  cursor_->seek(first);
  const bool is_there = cursor_->valid() && cursor_->key() == first;
  if (backward_ && !(is_there && range_.stop_inclusive)) cursor_->seekBefore(first);
  if (!backward_ && is_there && !range_.start_inclusive) cursor_->next();
}

bool RangeWalk::atRecord() {
  if (!mayGoOn()) return false;
  const int past_stop = key().compare(range_.stop);
  const int before_start = -key().compare(range_.start);
  const int past_end = backward_ ? before_start : past_stop;
  const bool end_inclusive = backward_ ? range_.start_inclusive : range_.stop_inclusive;
  complete_ = past_end > 0 || (past_end == 0 && !end_inclusive);
  return !complete_;
}

void RangeWalk::next() {
  complete_ = key() == (backward_ ? range_.start : range_.stop);
  if (!complete_) step();
}

void RangeWalk::step() {
  if (backward_) {
    cursor_->previous();
  } else {
    cursor_->next();
  }
}

}  // namespace bridle::internal::onebox
