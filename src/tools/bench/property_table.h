#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/option_list.h"

namespace bridle::internal::bench {

enum class PropertyKind { kWhole, kNumber, kFlag, kText, kChoice, kDuration, kPercents };

enum class PropertyUse {
  kUsed,
  kOnlyDefault,  // any other value is refused: this version cannot do it
  kNoEffect,     // accepted with a note
  kAlias,        // of `see`
};

// One property that bench knows by name.
struct PropertyInfo {
  std::string_view name;
  PropertyKind kind = PropertyKind::kText;
  std::string_view default_value = {};
  std::string_view doc = {};      // what it means; why it is refused or has no effect
  OptionRange range = {};         // kWhole, kNumber
  std::string_view choices = {};  // kChoice: "a|b|c"
  PropertyUse use = PropertyUse::kUsed;
  std::string_view see = {};
};

// YCSB's properties under their own names, those that bench adds, and the options of client and
// table. This list is the only place that names them all.
std::span<const PropertyInfo> propertyTable();

// By name or alias; an alias gives the property it stands for.
const PropertyInfo* findProperty(std::string_view name);

std::optional<std::string_view> nearestProperty(std::string_view name);

// Properties of other tools' bindings ("mongodb.url"), known by their prefix.
bool isForeignProperty(std::string_view name);

// The table for people: name, default, meaning.
std::string propertyHelp();

}  // namespace bridle::internal::bench
