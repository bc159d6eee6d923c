#include "config/toml_document.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <exception>
#include <sstream>
#include <tuple>

#include <toml.hpp>
#include "absl/strings/ascii.h"
#include "base/limits.h"
#include "base/status.h"
#include "base/text_file.h"
#include "config/toml_guard.h"

namespace bridle::internal {
namespace {

// As written, without underscores and a leading plus.
std::string numberToken(const toml::value& value) {
  const toml::source_location where = value.location();
  std::string token = where.line_str().substr(where.column() - 1, where.region());
  std::erase(token, '_');
  if (token.starts_with('+')) token.erase(0, 1);
  return token;
}

int baseOf(std::string_view token) {
  if (token.starts_with("0x")) return 16;
  if (token.starts_with("0o")) return 8;
  if (token.starts_with("0b")) return 2;
  return 10;
}

// toml11 would read with the program's global locale, in which 1.5 may mean something else.
double floatOf(const toml::value& value) {
  double number = value.is_floating() ? value.as_floating() : HUGE_VAL;
  if (value.is_floating() && !std::isfinite(number)) return number;
  const std::string token = numberToken(value);
  std::from_chars(token.data(), token.data() + token.size(), number);
  return number;
}

// toml11 would turn an integer that is too large into the largest one. Here it becomes a float,
// which no integer option accepts.
TomlValue integerOf(const toml::value& value) {
  const std::string token = numberToken(value);
  const int base = baseOf(token);
  const char* const begin = token.data() + (base == 10 ? 0 : 2);
  std::int64_t integer = 0;
  const auto [_, error] = std::from_chars(begin, token.data() + token.size(), integer, base);
  if (error != std::errc()) return floatOf(value);
  return integer;
}

TomlNode nodeOf(const toml::value& value);

TomlArray arrayOf(const toml::array& values) {
  TomlArray array;
  for (const toml::value& value : values) array.push_back(nodeOf(value));
  return array;
}

TomlTable tableOf(const toml::table& values) {
  TomlTable table;
  for (const auto& [key, value] : values) table.push_back({key, nodeOf(value)});
  std::sort(table.begin(), table.end(), [](const TomlEntry& a, const TomlEntry& b) {
    return std::tie(a.node.line, a.key) < std::tie(b.node.line, b.key);
  });
  return table;
}

TomlValue valueOf(const toml::value& value) {
  switch (value.type()) {
    case toml::value_t::boolean:
      return value.as_boolean();
    case toml::value_t::integer:
      return integerOf(value);
    case toml::value_t::floating:
      return floatOf(value);
    case toml::value_t::string:
      return value.as_string().str;
    case toml::value_t::array:
      return arrayOf(value.as_array());
    case toml::value_t::table:
      return tableOf(value.as_table());
    default:
      return TomlMoment{};
  }
}

TomlNode nodeOf(const toml::value& value) {
  return {static_cast<int>(value.location().line()), valueOf(value)};
}

// The rest of the line after the last `mark`; empty if there is none.
std::string_view lineAfterLast(std::string_view text, std::string_view mark) {
  const std::size_t at = text.rfind(mark);
  if (at == text.npos) return {};
  const std::string_view rest = text.substr(at + mark.size());
  return rest.substr(0, rest.find('\n'));
}

// toml11 explains over several lines, with a caret:
//   [error] toml::parse_table: invalid line format
//    1 | a = 1 2
//      |       ^--- expected newline, but got '2'.
std::string reasonOf(std::string_view explanation) {
  constexpr std::string_view kPrefix = "[error] ";
  std::string_view title = explanation.substr(0, explanation.find('\n'));
  if (title.starts_with(kPrefix)) title.remove_prefix(kPrefix.size());
  if (title.starts_with("toml::")) title.remove_prefix(std::min(title.find(' '), title.size()));
  title = toStd(absl::StripAsciiWhitespace(toAbsl(title)));
  std::string_view note = lineAfterLast(explanation, "^--- ");
  if (note.empty()) note = lineAfterLast(explanation, "~~~ ");
  if (title.empty()) return text("broken TOML: ", note);
  if (note.empty() || note == "here") return text("broken TOML: ", title);
  return text("broken TOML: ", title, " (", note, ")");
}

}  // namespace

absl::Status errorAt(std::string_view file, int line, std::string_view what) {
  std::string message = text(file, ":", line, ": ", what);
  const auto is_control = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
  std::replace_if(message.begin(), message.end(), is_control, '?');
  return invalidArgument(message);
}

absl::StatusOr<TomlTable> parseToml(std::string_view text, std::string_view file) {
  if (absl::Status status = checkToml(text, file); !status.ok()) return status;
  try {
    std::istringstream stream{std::string(text)};
    return tableOf(toml::parse(stream, std::string(file)).as_table());
  } catch (const toml::exception& error) {
    return errorAt(file, static_cast<int>(error.location().line()), reasonOf(error.what()));
  } catch (const std::exception& error) {
    return errorAt(file, 1, reasonOf(error.what()));
  }
}

absl::StatusOr<TomlTable> parseTomlFile(const std::string& path) {
  const absl::StatusOr<std::string> content = readTextFile(path, limits::kMaxConfigBytes);
  if (!content.ok()) return content.status();
  return parseToml(*content, path);
}

}  // namespace bridle::internal
