#include "route/try_log.h"

#include <algorithm>

#include "absl/strings/str_join.h"
#include "base/limits.h"
#include "base/status.h"

namespace bridle::internal {

void TryLog::add(std::string_view server, std::string_view outcome) {
  for (Outcome& known : outcomes_) {
    if (known.server == server && known.text == outcome) {
      ++known.times;
      return;
    }
  }
  if (outcomes_.size() < limits::kMaxTriesListed) {
    outcomes_.push_back({std::string(server), std::string(outcome), 1});
  } else {
    left_out_ = true;
  }
}

bool TryLog::knows(std::string_view server) const {
  return std::any_of(outcomes_.begin(), outcomes_.end(),
                     [server](const Outcome& outcome) { return outcome.server == server; });
}

std::string TryLog::toString() const {
  if (outcomes_.empty()) return "none was asked in time";
  const auto append = [](std::string* out, const Outcome& outcome) {
    *out += outcome.text;
    if (outcome.times > 1) *out += text(" (", outcome.times, " times)");
  };
  return absl::StrJoin(outcomes_, "; ", append) + (left_out_ ? "; and more" : "");
}

}  // namespace bridle::internal
