#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "base/endpoint.h"
#include "base/time.h"
#include "bridle/error.h"
#include "call/call_machine.h"

namespace bridle::internal {

// One request of a call that came to nothing.
struct FailedLeg {
  LegId leg = LegId::kPrimary;
  Endpoint server = {};   // not valid: there was none to send it to
  Duration sent_after{};  // since the start of the call
  ErrorCode code = ErrorCode::kUnavailable;
  std::string server_error = {};  // the server's name for it, if it answered
  std::string text = {};
};

// What went wrong in a call so far, for its error text. Empty, and free, as long as nothing did.
class CallTrace {
 public:
  void add(FailedLeg leg) { failed_.push_back(std::move(leg)); }
  const FailedLeg* lastOf(LegId leg) const;
  bool empty() const { return failed_.empty(); }

  // "#1 to 10.0.0.1:34801 at 0.0 ms: ERR_INVALID_STATE; backup to 10.0.0.2:34801 at 5.0 ms: no
  // answer"
  std::string toString() const;

 private:
  std::vector<FailedLeg> failed_;
};

}  // namespace bridle::internal
