#include "onebox/data/key_filter.h"

namespace bridle::internal::onebox {

using wire::filter_type;

bool KeyFilter::isSupported(filter_type::type type) {
  return type >= filter_type::FT_NO_FILTER && type <= filter_type::FT_MATCH_POSTFIX;
}

bool KeyFilter::matches(std::string_view key) const {
  switch (type) {
    case filter_type::FT_NO_FILTER:
      return true;
    case filter_type::FT_MATCH_ANYWHERE:
      return key.find(pattern) != std::string_view::npos;
    case filter_type::FT_MATCH_PREFIX:
      return key.starts_with(pattern);
    case filter_type::FT_MATCH_POSTFIX:
      return key.ends_with(pattern);
  }
  return false;
}

}  // namespace bridle::internal::onebox
