#pragma once

#include <string_view>

#include "bridle/range.h"

namespace bridle::internal {

// Any number can be cast to a type of filter.
inline constexpr char kNoSuchFilter[] = "there is no such type of filter";
inline bool isOfKnownType(const Filter& filter) {
  return filter.type <= Filter::Type::kExact;
}

bool contains(const SortKeyRange& range, std::string_view sort_key);  // whatever the filter

// The same part of the keys without a filter of type kExact, which the server does not know: the
// one key, or nothing.
SortKeyRange withoutExactFilter(const SortKeyRange& range);

}  // namespace bridle::internal
