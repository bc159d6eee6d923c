#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/option_list.h"
#include "bridle/onebox.h"
#include "config/toml_document.h"

// One TOML value to one member of OneboxOptions or OneboxFault, as in option_value.h.
namespace bridle::internal {

absl::Status readValue(const TomlNode& node, std::string_view name, const OptionRange& allowed,
                       OneboxRole& out);
absl::Status readValue(const TomlNode& node, std::string_view name, const OptionRange& allowed,
                       OneboxOp& out);

absl::Status readValue(const TomlNode& node, std::string_view name, const OptionRange& allowed,
                       OneboxLag& out);

// An index, or "all".
absl::Status readValue(const TomlNode& node, std::string_view name, const OptionRange& allowed,
                       std::optional<int>& out);

// Of the form that parseOneboxTable() takes.
absl::Status readValue(const TomlNode& node, std::string_view name, const OptionRange& allowed,
                       std::vector<OneboxTable>& out);

// "none" or "server-like"; InvalidArgument otherwise.
absl::StatusOr<OneboxLag> parseOneboxLag(const std::string& text);

// "usertable:8", a name and a number of partitions; InvalidArgument otherwise.
absl::StatusOr<OneboxTable> parseOneboxTable(std::string_view text);

}  // namespace bridle::internal
