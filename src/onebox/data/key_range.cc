#include "onebox/data/key_range.h"

#include <utility>

#include "wire/key_codec.h"

namespace bridle::internal::onebox {

KeyRange KeyRange::ofHashKey(std::string_view hash_key) {
  const std::string first = wire::rawKey(hash_key, "");
  return {.start = first, .stop = wire::nextKey(first)};
}

bool KeyRange::isEmpty() const {
  return start > stop || (start == stop && !(start_inclusive && stop_inclusive));
}

void KeyRange::beginAt(std::string key) {
  if (key <= start) return;
  start = std::move(key);
  start_inclusive = true;
}

void KeyRange::narrowTo(const std::string& prefix) {
  beginAt(prefix);
  std::string end = wire::nextKey(prefix);
  if (end > stop) return;
  stop = std::move(end);
  stop_inclusive = false;
}

}  // namespace bridle::internal::onebox
