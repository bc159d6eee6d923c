#include "onebox/rules/deny_rule.h"

#include "base/status.h"

namespace bridle::internal::onebox {

absl::StatusOr<DenyRule> DenyRule::parse(std::string_view text) {
  const std::size_t star = text.find('*');
  const std::string_view mode = text.substr(0, star);
  const std::string_view what = star == text.npos ? std::string_view() : text.substr(star + 1);
  const bool all = what == "all";
  DenyRule rule{.reads = all || what == "read", .writes = all || what == "write"};
  if (mode == "timeout") rule.mode = Mode::kTimeout;
  if (mode == "reconfig") rule.mode = Mode::kReconfig;
  if (rule.mode == Mode::kOff || (!rule.reads && !rule.writes)) {
    return invalidArgument(
        "Invalid deny client args, valid include: timeout*all, timeout*write, timeout*read; "
        "reconfig*all, reconfig*write, reconfig*read");
  }
  return rule;
}

}  // namespace bridle::internal::onebox
