#include "rpc/silence.h"

#include <algorithm>

#include "base/limits.h"

namespace bridle::internal {

void Silence::expectAnswer(TimePoint now) {
  addUp(now);
  owed_until_ = kNever;
}

void Silence::giveUp(TimePoint now) {
  addUp(now);
  owed_until_ = now + limits::kAnswerOwed;
}

void Silence::heard(TimePoint now, bool outstanding) {
  before_ = {};
  since_ = now;
  owed_until_ = outstanding ? kNever : now;
}

TimePoint Silence::lasts(Duration limit) const {
  const TimePoint end = saturatingAdd(since_, limit - before_);
  return end <= owed_until_ ? end : kNever;
}

void Silence::addUp(TimePoint now) {
  before_ += std::max(Duration{}, std::min(now, owed_until_) - since_);
  since_ = now;
}

}  // namespace bridle::internal
