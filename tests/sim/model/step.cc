#include "step.h"

#include <ostream>

#include "absl/strings/escaping.h"
#include "base/status.h"

namespace bridle::internal::sim {
namespace {

constexpr const char* kNames[] = {
    "pass",     "get",      "ttl",           "exist",          "set",
    "del",      "multiGet", "multiGetRange", "sortKeyCount",   "multiSet",
    "multiDel", "incr",     "checkAndSet",   "checkAndMutate", "compareExchange",
    "scan",     "scanTable"};

std::string quoted(const std::string& bytes) {
  return text("\"", absl::CHexEscape(bytes), "\"");
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const Step& step) {
  out << "{" << kNames[static_cast<std::size_t>(step.kind)] << " " << quoted(step.hash_key) << "/"
      << quoted(step.sort_key) << " value " << quoted(step.value) << " other "
      << (step.there ? quoted(step.other) : "none") << " seconds " << step.seconds << " by "
      << step.by << " entries [";
  for (const Entry& entry : step.entries) {
    out << " " << quoted(entry.sort_key) << "=" << quoted(entry.value);
  }
  return out << " ] range " << (step.start_inclusive ? "[" : "(") << quoted(step.start) << ", "
             << quoted(step.stop) << (step.stop_inclusive ? "]" : ")") << " filter "
             << static_cast<int>(step.filter) << " " << quoted(step.pattern) << " max_count "
             << step.max_count << " max_bytes " << step.max_bytes
             << (step.no_value ? " no_value" : "") << (step.reverse ? " reverse" : "") << " check "
             << static_cast<int>(step.check) << " " << quoted(step.operand)
             << (step.return_value ? " return_value" : "") << "}";
}

namespace outcome {

std::string ofValue(const std::string* value) {
  return value == nullptr ? "nothing" : quoted(*value);
}

std::string ofEntries(const std::vector<Entry>& entries, bool complete) {
  std::string out = complete ? "all:" : "some:";
  for (const Entry& entry : entries) {
    out += text(" ", quoted(entry.sort_key), "=", quoted(entry.value));
  }
  return out;
}

std::string ofCheck(const CheckResult& result) {
  std::string out = result.applied ? "applied" : "not applied";
  if (result.value_returned) {
    out += text(", was ", ofValue(result.value.has_value() ? &*result.value : nullptr));
  }
  return out;
}

}  // namespace outcome
}  // namespace bridle::internal::sim
