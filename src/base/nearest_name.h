#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace bridle::internal {

// The candidate that `name` most probably was meant to be: fewest letters added, dropped, changed
// or swapped, case and '-' against '_' counted as equal. nullopt if none is close.
std::optional<std::string_view> nearestName(std::string_view name,
                                            std::span<const std::string_view> candidates);

// The end of an error text about an unknown name: `did you mean "x"?`, or `known are x, y, z`.
std::string nameHint(std::string_view name, std::span<const std::string_view> known);

}  // namespace bridle::internal
