#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace bridle::internal {

// The candidate that `name` most probably was meant to be: fewest letters added, dropped, changed
// or swapped, case and '-' against '_' counted as equal. nullopt if none is close.
std::optional<std::string_view> nearestName(std::string_view name,
                                            std::span<const std::string_view> candidates);

}  // namespace bridle::internal
