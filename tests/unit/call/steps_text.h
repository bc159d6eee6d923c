#pragma once

#include <string>
#include <string_view>

#include "call/call_machine.h"

namespace bridle::test {

inline std::string_view stepName(internal::Step step) {
  switch (step) {
    case internal::Step::kRefreshRoutes:
      return "refresh";
    case internal::Step::kSendPrimary:
      return "primary";
    case internal::Step::kSendBackup:
      return "backup";
    case internal::Step::kSucceed:
      return "succeed";
    case internal::Step::kFail:
      return "fail";
  }
  return "?";
}

// "refresh backup"; empty if there are none.
inline std::string textOf(const internal::Steps& steps) {
  std::string text;
  for (const internal::Step step : steps) {
    if (!text.empty()) text += ' ';
    text += stepName(step);
  }
  return text;
}

}  // namespace bridle::test
