#include "call/call_trace.h"

#include "absl/strings/str_format.h"
#include "base/status.h"

namespace bridle::internal {

const FailedLeg* CallTrace::lastOf(LegId leg) const {
  for (auto it = failed_.rbegin(); it != failed_.rend(); ++it) {
    if (it->leg == leg) return &*it;
  }
  return nullptr;
}

std::string CallTrace::toString() const {
  std::string out;
  int attempt = 0;
  for (const FailedLeg& leg : failed_) {
    if (!out.empty()) out += "; ";
    out += leg.leg == LegId::kPrimary ? text("#", ++attempt) : std::string("backup");
    if (leg.server.valid()) out += " to " + leg.server.toString();
    absl::StrAppendFormat(&out, " at %.1f ms: ", toMillis(leg.sent_after));
    out += leg.text;
  }
  return out;
}

}  // namespace bridle::internal
