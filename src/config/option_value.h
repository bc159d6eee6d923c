#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "base/option_list.h"
#include "config/toml_document.h"

// One TOML value to one option. On failure InvalidArgument that begins with the option's name and
// says what to write; `out` is then unchanged.
namespace bridle::internal {

absl::Status readValue(const TomlNode& node, std::string_view name, const OptionRange& allowed,
                       double& out);
absl::Status readValue(const TomlNode& node, std::string_view name, const OptionRange& allowed,
                       int& out);
absl::Status readValue(const TomlNode& node, std::string_view name, const OptionRange& allowed,
                       bool& out);
absl::Status readValue(const TomlNode& node, std::string_view name, const OptionRange& allowed,
                       std::string& out);

// Seeds: any whole number that TOML can write, from 0.
absl::Status readValue(const TomlNode& node, std::string_view name, const OptionRange& allowed,
                       unsigned long& out);
absl::Status readValue(const TomlNode& node, std::string_view name, const OptionRange& allowed,
                       unsigned long long& out);

// Servers, each "host:port".
absl::Status readValue(const TomlNode& node, std::string_view name, const OptionRange& allowed,
                       std::vector<std::string>& out);

// "name is a string; write a whole number".
absl::Status wrongType(const TomlNode& node, std::string_view name, std::string_view wanted);

}  // namespace bridle::internal
