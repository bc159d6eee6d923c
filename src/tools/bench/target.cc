#include "tools/bench/target.h"

namespace bridle::internal::bench {

std::string_view toString(OpStatus status) {
  switch (status) {
    case OpStatus::kOk:
      return "OK";
    case OpStatus::kNotFound:
      return "NOT_FOUND";
    case OpStatus::kTimeout:
      return "TIMEOUT";
    case OpStatus::kUnavailable:
      return "SERVICE_UNAVAILABLE";
    case OpStatus::kRefused:
      return "FORBIDDEN";
    case OpStatus::kUnexpectedState:
      return "UNEXPECTED_STATE";
    case OpStatus::kError:
      return "ERROR";
  }
  return "ERROR";
}

}  // namespace bridle::internal::bench
