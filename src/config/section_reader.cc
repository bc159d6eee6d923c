#include "config/section_reader.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/nearest_name.h"

namespace bridle::internal {
namespace {

std::string sectionList(std::span<const std::string_view> names) {
  const auto append = [](std::string* out, std::string_view name) {
    absl::StrAppend(out, "[", toAbsl(name), "]");
  };
  return absl::StrJoin(names, ", ", append);
}

// [name] or [[name]].
bool isSection(const TomlNode& node) {
  const auto* const array = std::get_if<TomlArray>(&node.value);
  if (array != nullptr) return !array->empty() && isSection(array->front());
  return std::holds_alternative<TomlTable>(node.value);
}

}  // namespace

absl::Status unknownKey(const ConfigSection& section, const TomlEntry& entry,
                        std::span<const std::string_view> known) {
  return errorAt(
      section.file, entry.node.line,
      text("unknown key \"", entry.key, "\" in ", section.name, "; ", nameHint(entry.key, known)));
}

absl::Status unknownSection(std::string_view file, const TomlEntry& entry,
                            std::span<const std::string_view> known) {
  if (isSection(entry.node)) {
    return errorAt(file, entry.node.line,
                   text("unknown section [", entry.key, "]; ", nameHint(entry.key, known)));
  }
  return errorAt(file, entry.node.line,
                 text("key \"", entry.key, "\" stands outside of a section; put it below one of ",
                      sectionList(known)));
}

absl::StatusOr<const TomlTable*> sectionTable(const ConfigSection& section, const TomlNode& node) {
  if (const auto* const table = std::get_if<TomlTable>(&node.value)) return table;
  const absl::Status status =
      wrongType(node, section.name, text("its keys below a line ", section.name));
  return errorAt(section.file, node.line, toStd(status.message()));
}

}  // namespace bridle::internal
