#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"

// A parsed TOML file as plain data. It keeps the parser's heavy header and its exceptions in one
// translation unit.
namespace bridle::internal {

struct TomlNode;
struct TomlEntry;
using TomlArray = std::vector<TomlNode>;
using TomlTable = std::vector<TomlEntry>;  // in the order of the file

struct TomlMoment {};  // a date or a time: no option is one

using TomlValue =
    std::variant<bool, std::int64_t, double, std::string, TomlMoment, TomlArray, TomlTable>;

struct TomlNode {
  int line = 0;
  TomlValue value;
};

struct TomlEntry {
  std::string key;
  TomlNode node;
};

// "file:line: ..." as InvalidArgument, the form of every error about a file's content.
absl::Status errorAt(std::string_view file, int line, std::string_view what);

// `file` is the name for errors, each of which is one line.
absl::StatusOr<TomlTable> parseToml(std::string_view text, std::string_view file);

// The same from disk.
absl::StatusOr<TomlTable> parseTomlFile(const std::string& path);

}  // namespace bridle::internal
