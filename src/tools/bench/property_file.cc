#include "tools/bench/property_file.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "base/status.h"

namespace bridle::internal::bench {
namespace {

constexpr std::string_view kBlanks = " \t\f";
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

std::string_view withoutLeadingBlanks(std::string_view line) {
  return line.substr(std::min(line.find_first_not_of(kBlanks), line.size()));
}

bool endsInOddBackslashes(std::string_view line) {
  const std::size_t last_other = line.find_last_not_of('\\');
  const std::size_t backslashes = line.size() - (last_other == line.npos ? 0 : last_other + 1);
  return backslashes % 2 == 1;
}

// Cuts the text into natural lines, then puts continued ones together.
class LogicalLines {
 public:
  explicit LogicalLines(std::string_view text) : rest_(text) {}

  bool next(std::string& line, int& number) {
    line.clear();
    while (!rest_.empty()) {
      const std::string_view natural = withoutLeadingBlanks(naturalLine());
      if (line.empty()) number = line_;
      const bool comment = line.empty() && (natural.starts_with('#') || natural.starts_with('!'));
      if (comment || (line.empty() && natural.empty())) continue;
      line += natural;
      if (!endsInOddBackslashes(natural)) return true;
      line.pop_back();
    }
    return !line.empty();
  }

 private:
  std::string_view naturalLine() {
    ++line_;
    const std::size_t end = std::min(rest_.find_first_of("\r\n"), rest_.size());
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end);
    rest_.remove_prefix(rest_.starts_with("\r\n") ? 2 : std::min<std::size_t>(1, rest_.size()));
    return line;
  }

  std::string_view rest_;
  int line_ = 0;
};

// Where the name ends: at the first '=', ':' or blank that no backslash precedes.
std::size_t endOfName(std::string_view line) {
  std::size_t at = 0;
  while (at < line.size() && std::string_view("=: \t\f").find(line[at]) == std::string_view::npos) {
    at += line[at] == '\\' ? 2 : 1;
  }
  return std::min(at, line.size());
}

std::string_view valueAfter(std::string_view line, std::size_t name_end) {
  std::string_view value = withoutLeadingBlanks(line.substr(name_end));
  if (value.starts_with('=') || value.starts_with(':')) {
    value = withoutLeadingBlanks(value.substr(1));
  }
  return value.substr(0, value.find_last_not_of(kBlanks) + 1);
}

std::optional<std::string> unescaped(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      plain += text[i];
      continue;
    }
    const char escaped = text[++i];
    if (escaped == 'u') return std::nullopt;
    const std::size_t control = std::string_view("tnrf").find(escaped);
    plain += control == std::string_view::npos ? escaped : "\t\n\r\f"[control];
  }
  return plain;
}

}  // namespace

absl::StatusOr<std::vector<PropertyLine>> parsePropertyFile(std::string_view text,
                                                            std::string_view path) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  std::vector<PropertyLine> properties;
  LogicalLines lines(text);
  std::string line;
  int number = 0;
  while (lines.next(line, number)) {
    const std::size_t name_end = endOfName(line);
    std::optional<std::string> name = unescaped(std::string_view(line).substr(0, name_end));
    std::optional<std::string> value = unescaped(valueAfter(line, name_end));
    if (!name || !value) {
      return invalidArgument(path, ":", number, ": \\u escapes are not supported; write UTF-8");
    }
    if (line.find('\0') != line.npos) {
      return invalidArgument(path, ":", number, ": a zero byte; this is not a property file");
    }
    properties.push_back({*std::move(name), *std::move(value), number});
  }
  return properties;
}

}  // namespace bridle::internal::bench
