#include "onebox/notices.h"

#include <chrono>

namespace bridle::internal::onebox {
namespace {

constexpr auto kQuietTime = std::chrono::seconds(10);

}  // namespace

void Notices::tell(std::string_view line) const {
  if (sink_) sink_(line);
}

void Notices::tellSometimes(std::string_view line) {
  const TimePoint now = reactor_.now();
  if (now < quiet_until_) return;
  quiet_until_ = now + kQuietTime;
  tell(line);
}

}  // namespace bridle::internal::onebox
