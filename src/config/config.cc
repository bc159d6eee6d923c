#include "bridle/config.h"

#include <algorithm>
#include <array>

#include "base/option_list.h"
#include "config/section_reader.h"
#include "config/toml_document.h"

namespace bridle {
namespace internal {
namespace {

constexpr std::array<std::string_view, 3> kSections = {"client", "table", "tables"};

const TomlNode* findSection(const TomlTable& document, std::string_view name) {
  for (const TomlEntry& entry : document) {
    if (entry.key == name) return &entry.node;
  }
  return nullptr;
}

absl::Status checkSections(std::string_view file, const TomlTable& document) {
  for (const TomlEntry& entry : document) {
    if (std::find(kSections.begin(), kSections.end(), entry.key) == kSections.end()) {
      return unknownSection(file, entry, kSections);
    }
  }
  return absl::OkStatus();
}

// Options right below [tables] belong to no table.
absl::Status misplaced(std::string_view file, const TomlEntry& entry) {
  return errorAt(file, entry.node.line,
                 text("key \"", entry.key,
                      "\" stands in [tables]; options of every table stand in "
                      "[table], those of one table in [tables.NAME]"));
}

absl::Status readTables(std::string_view file, const TomlNode& node, Config& config) {
  const absl::StatusOr<const TomlTable*> sections = sectionTable({file, "[tables.NAME]"}, node);
  if (!sections.ok()) return sections.status();
  for (const TomlEntry& section : **sections) {
    if (!std::holds_alternative<TomlTable>(section.node.value)) return misplaced(file, section);
    TableOptions options = config.table;
    const std::string name = text("[tables.", section.key, "]");
    absl::Status status = readSection({file, name}, section.node, tableOptionList(), options);
    if (!status.ok()) return status;
    config.tables.emplace(section.key, options);
  }
  return absl::OkStatus();
}

// [table] comes before [tables.NAME], which starts from it, wherever they stand in the file.
absl::StatusOr<Config> configOf(std::string_view file, const TomlTable& document) {
  Config config;
  absl::Status status = checkSections(file, document);
  if (const TomlNode* const node = findSection(document, "client"); status.ok() && node) {
    status = readSection({file, "[client]"}, *node, clientOptionList(), config.client);
  }
  if (const TomlNode* const node = findSection(document, "table"); status.ok() && node) {
    status = readSection({file, "[table]"}, *node, tableOptionList(), config.table);
  }
  if (const TomlNode* const node = findSection(document, "tables"); status.ok() && node) {
    status = readTables(file, *node, config);
  }
  if (!status.ok()) return status;
  return config;
}

}  // namespace
}  // namespace internal

const TableOptions& Config::forTable(std::string_view name) const {
  const auto found = tables.find(name);
  return found == tables.end() ? table : found->second;
}

absl::StatusOr<Config> loadConfig(const std::string& path) {
  const absl::StatusOr<internal::TomlTable> document = internal::parseTomlFile(path);
  if (!document.ok()) return document.status();
  return internal::configOf(path, *document);
}

}  // namespace bridle
