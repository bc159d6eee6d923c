#include "tools/bench/properties.h"

#include <utility>

#include "base/limits.h"
#include "base/status.h"
#include "base/text_file.h"
#include "tools/bench/duration_text.h"
#include "tools/bench/property_file.h"
#include "tools/bench/property_value.h"

namespace bridle::internal::bench {
namespace {

std::string quoted(std::string_view origin, std::string_view name, std::string_view value) {
  return internal::text(origin, ": ", name, "=", value, ": ");
}

}  // namespace

absl::Status Properties::addFile(const std::string& path) {
  if (path.empty()) return invalidArgument("-P: the name of the file is empty");
  const absl::StatusOr<std::string> content = readTextFile(path, limits::kMaxPropertyFileBytes);
  if (!content.ok()) return content.status();
  const absl::StatusOr<std::vector<PropertyLine>> lines = parsePropertyFile(*content, path);
  if (!lines.ok()) return lines.status();
  for (const PropertyLine& line : *lines) {
    set(line.name, line.value, internal::text(path, ":", line.line));
  }
  return absl::OkStatus();
}

absl::Status Properties::addSetting(std::string_view name_value) {
  const std::size_t equals = name_value.find('=');
  if (equals == name_value.npos || equals == 0) {
    return invalidArgument("-p ", name_value, ": write it as -p name=value");
  }
  set(name_value.substr(0, equals), name_value.substr(equals + 1), "-p");
  return absl::OkStatus();
}

void Properties::set(std::string_view name, std::string_view value, std::string_view origin) {
  const PropertyInfo* const info = findProperty(name);
  const std::string_view canonical = info == nullptr ? name : info->name;
  entries_.insert_or_assign(std::string(canonical), Entry{std::string(value), std::string(origin)});
}

absl::Status Properties::check() {
  notes_.clear();
  for (const auto& [name, entry] : entries_) {
    const PropertyInfo* const info = findProperty(name);
    const absl::Status status =
        info == nullptr ? checkUnknown(name, entry) : checkKnown(*info, entry);
    if (!status.ok()) return status;
  }
  noteSilentStatus();
  return absl::OkStatus();
}

void Properties::noteSilentStatus() {
  for (const std::string_view name : {"label", "status.interval"}) {
    const auto entry = entries_.find(name);
    if (entry == entries_.end() || flag("status")) continue;
    notes_.push_back(quoted(entry->second.origin, name, entry->second.value) +
                     "no effect without status lines; add -s");
  }
}

absl::Status Properties::checkUnknown(std::string_view name, const Entry& entry) {
  const auto ignore = entries_.find("ignore.unknown");
  const bool ignored = ignore != entries_.end() && parseFlag(ignore->second.value) == true;
  const bool foreign = isForeignProperty(name);
  if (ignored && foreign) return absl::OkStatus();
  const std::optional<std::string_view> nearest = nearestProperty(name);
  const std::string problem =
      internal::text(entry.origin, ": ", name, "=", entry.value, ": unknown property",
                     foreign ? " (of another tool)" : "",
                     nearest ? internal::text("; did you mean ", *nearest, "?") : "");
  if (!ignored)
    return invalidArgument(problem, "; ignore.unknown=true passes over such properties");
  notes_.push_back(problem + " (ignored)");
  return absl::OkStatus();
}

absl::Status Properties::checkKnown(const PropertyInfo& info, const Entry& entry) {
  const bool default_value = isSameValue(info, entry.value, info.default_value);
  if (info.use == PropertyUse::kOnlyDefault && !default_value) {
    return invalidArgument(quoted(entry.origin, info.name, entry.value), info.doc);
  }
  if (!isValid(info, entry.value)) {
    return invalidArgument(quoted(entry.origin, info.name, entry.value),
                           "bad value; allowed: ", describeAllowed(info));
  }
  if (info.use == PropertyUse::kNoEffect && !default_value) {
    notes_.push_back(quoted(entry.origin, info.name, entry.value) +
                     "no effect: " + std::string(info.doc));
  }
  return absl::OkStatus();
}

bool Properties::isSet(std::string_view name) const {
  return entries_.find(name) != entries_.end();
}

std::int64_t Properties::whole(std::string_view name) const {
  return parseWhole(text(name)).value_or(0);
}

double Properties::number(std::string_view name) const {
  return parseNumber(text(name)).value_or(0);
}

bool Properties::flag(std::string_view name) const {
  return parseFlag(text(name)).value_or(false);
}

std::string Properties::text(std::string_view name) const {
  const auto entry = entries_.find(name);
  return entry == entries_.end() ? std::string(findProperty(name)->default_value)
                                 : entry->second.value;
}

Duration Properties::duration(std::string_view name) const {
  return parseDuration(text(name)).value_or(Duration::zero());
}

std::vector<double> Properties::percents(std::string_view name) const {
  return parsePercents(text(name)).value_or(std::vector<double>{});
}

absl::Status Properties::refuse(std::string_view name, std::string_view why) const {
  const auto entry = entries_.find(name);
  const std::string origin = entry == entries_.end() ? "default" : entry->second.origin;
  return invalidArgument(quoted(origin, name, text(name)), why);
}

}  // namespace bridle::internal::bench
