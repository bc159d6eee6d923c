#include "config/toml_guard.h"

#include <algorithm>
#include <cstddef>

#include "base/limits.h"
#include "base/utf8.h"
#include "config/toml_document.h"

namespace bridle::internal {
namespace {

// Follows brackets over the lines of a file; strings and comments end with their line.
class NestingMeter {
 public:
  // The most that a line reaches: open brackets, or dots in one key.
  int measure(std::string_view line) {
    int most = 0;
    char quote = '\0';
    dots_ = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const char c = line[i];
      if (quote != '\0') {
        if (c == '\\' && quote == '"') ++i;
        if (c == quote) quote = '\0';
        continue;
      }
      if (c == '#') break;
      if (c == '"' || c == '\'') quote = c;
      count(c);
      most = std::max({most, open_, dots_});
    }
    return most;
  }

 private:
  void count(char c) {
    if (c == '[' || c == '{') ++open_;
    if (c == ']' || c == '}') open_ = std::max(open_ - 1, 0);
    if (c == '.') ++dots_;
    if (c == '=' || c == ',') dots_ = 0;
  }

  int open_ = 0;
  int dots_ = 0;
};

bool hasMultiLineString(std::string_view line) {
  return line.find("\"\"\"") != line.npos || line.find("'''") != line.npos;
}

static_assert(limits::kMaxConfigLineBytes == 4096 && limits::kMaxConfigNesting == 64);  // as said
std::string_view faultOf(std::string_view line, NestingMeter& meter) {
  if (line.size() > limits::kMaxConfigLineBytes) return "the line is longer than 4096 bytes";
  if (validUtf8Prefix(line) < line.size()) return "this is not UTF-8 text";
  if (hasMultiLineString(line)) return "no multi-line strings, please: write the text in one line";
  if (meter.measure(line) > limits::kMaxConfigNesting) {
    return "nested too deeply; at most 64 brackets in brackets, or parts of a dotted key";
  }
  return {};
}

}  // namespace

absl::Status checkToml(std::string_view text, std::string_view file) {
  NestingMeter meter;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view fault = faultOf(text.substr(0, end), meter);
    if (!fault.empty()) return errorAt(file, number, fault);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return absl::OkStatus();
}

}  // namespace bridle::internal
