#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/bench/property_table.h"

namespace bridle::internal::bench {

// The text of a value as what it stands for; nullopt if it does not.
std::optional<std::int64_t> parseWhole(std::string_view text);
std::optional<double> parseNumber(std::string_view text);
std::optional<bool> parseFlag(std::string_view text);
std::optional<std::vector<double>> parsePercents(std::string_view text);

bool isValid(const PropertyInfo& info, std::string_view value);
std::string describeAllowed(const PropertyInfo& info);  // "a whole number, at least 1, at most 64"

// Do both texts stand for the same value of this property ("0" and "0.0")?
bool isSameValue(const PropertyInfo& info, std::string_view a, std::string_view b);

}  // namespace bridle::internal::bench
