#pragma once

#include <optional>
#include <string_view>

namespace bridle::internal {

// The error name inside a meta server's result. Each response struct of a meta call begins with it;
// nothing is returned for one that does not.
std::optional<std::string_view> metaErrorName(std::string_view result);

}  // namespace bridle::internal
