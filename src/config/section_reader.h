#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/status.h"
#include "config/option_value.h"
#include "config/toml_document.h"

namespace bridle::internal {

// Where keys stand, for errors.
struct ConfigSection {
  std::string_view file;
  std::string_view name;  // "[client]"
};

// `unknown key "x" in [table]; did you mean "y"?`, or all that is known if nothing is near.
absl::Status unknownKey(const ConfigSection& section, const TomlEntry& entry,
                        std::span<const std::string_view> known);

// The same for the top level of a file, where only sections may stand.
absl::Status unknownSection(std::string_view file, const TomlEntry& entry,
                            std::span<const std::string_view> known);

// What `entry` holds; an error unless it was written as the section `section.name`.
absl::StatusOr<const TomlTable*> sectionTable(const ConfigSection& section, const TomlNode& node);

// Reads each key of `node` into the member of `options` that has its name. `fields` is a range of
// OptionField; a type of member is supported by an overload of readValue().
template <typename Options, typename Fields>
absl::Status readSection(const ConfigSection& section, const TomlNode& node, const Fields& fields,
                         Options& options) {
  const absl::StatusOr<const TomlTable*> table = sectionTable(section, node);
  if (!table.ok()) return table.status();
  for (const TomlEntry& entry : **table) {
    const auto field = std::find_if(std::begin(fields), std::end(fields),
                                    [&](const auto& f) { return f.name == entry.key; });
    if (field == std::end(fields)) {
      std::vector<std::string_view> known;
      for (const auto& f : fields) known.push_back(f.name);
      return unknownKey(section, entry, known);
    }
    const auto read = [&](auto member) {
      return readValue(entry.node, field->name, field->allowed, options.*member);
    };
    const absl::Status status = std::visit(read, field->member);
    if (!status.ok()) {
      return errorAt(section.file, entry.node.line,
                     text(section.name, " ", toStd(status.message())));
    }
  }
  return absl::OkStatus();
}

}  // namespace bridle::internal
