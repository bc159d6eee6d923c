#include "tools/bench/ycsb_flags.h"

#include <cstddef>
#include <string_view>

#include "base/status.h"

namespace bridle::internal::bench {
namespace {

// Bare words are phases in the first place only; elsewhere they may be the value of an option.
std::string_view phaseOf(std::string_view arg, bool first) {
  if (arg == "-load" || (first && arg == "load")) return "load";
  if (arg == "-t" || arg == "-run" || (first && arg == "run")) return "run";
  return "";
}

std::string spelled(std::string_view arg) {
  if (arg == "-threads") return "--threads";
  if (arg == "-target") return "--target";
  if (arg == "-db") return "--db";
  if (arg == "-l") return "--label";
  return std::string(arg);
}

bool takesValue(std::string_view arg) {
  return arg == "-P" || arg == "-p" || arg == "-l" || arg == "-threads" || arg == "-target" ||
         arg == "-db";
}

}  // namespace

absl::StatusOr<std::vector<std::string>> normaliseYcsbFlags(const std::vector<std::string>& args) {
  std::string_view phase;
  std::vector<std::string> rest;
  for (std::size_t i = 0; i < args.size(); ++i) {
    const std::string_view named = phaseOf(args[i], i == 0);
    if (named.empty()) {
      rest.push_back(spelled(args[i]));
      if (takesValue(args[i]) && i + 1 < args.size()) rest.push_back(args[++i]);
    } else if (!phase.empty() && phase != named) {
      return invalidArgument(args[i], ": the phase is ", phase, " already; choose one of the two");
    } else {
      phase = named;
    }
  }
  if (!phase.empty()) rest.insert(rest.begin(), std::string(phase));
  return rest;
}

}  // namespace bridle::internal::bench
