#pragma once

#include <string>
#include <string_view>

#include "wire/messages.h"

namespace bridle::internal::onebox {

// A filter on hash keys or on sort keys. One with an empty pattern lets everything through.
struct KeyFilter {
  wire::filter_type::type type = wire::filter_type::FT_NO_FILTER;
  std::string pattern;

  static bool isSupported(wire::filter_type::type type);

  bool matches(std::string_view key) const;

  // Whether all keys that it lets through begin with its pattern.
  bool isPrefix() const { return type == wire::filter_type::FT_MATCH_PREFIX && !pattern.empty(); }
};

}  // namespace bridle::internal::onebox
